/** Names the library by its automatic module name, so Main also runs on the module path. */
module consumer {
  requires io.github.lucenesimhash;
  requires org.apache.lucene.core;
}
