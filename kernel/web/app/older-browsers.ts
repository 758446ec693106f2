/** Polyfills, loaded before the program by browsers that lack them (see `scripts/vite-prefetch.ts`). `lib` of tsconfig.web.json excludes these functions, so a further one
 *  does not compile until it is added here and in `filled-in.d.ts`. */
import 'core-js/modules/es.array.to-reversed.js'
import 'core-js/modules/es.array.to-sorted.js'
import 'core-js/modules/es.array.to-spliced.js'
import 'core-js/modules/es.array.with.js'
import 'core-js/modules/es.map.group-by.js'
import 'core-js/modules/es.object.group-by.js'
import 'core-js/modules/web.url.can-parse.js'
import 'core-js/modules/web.url-search-params.size.js'
