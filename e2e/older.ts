/** Removes APIs that Chromium 109 and Safari 16 lack, before any script of the page runs: no such browser can be installed beside the tests. */
export const OLDER = `
  for (const name of ['toSorted', 'toSpliced', 'toReversed', 'with']) delete Array.prototype[name]
  for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) delete Set.prototype[name]
  for (const name of Object.getOwnPropertyNames(Iterator.prototype)) if (name !== 'constructor') delete Iterator.prototype[name]
  for (const [owner, names] of [[Map, ['groupBy', 'getOrInsert']], [Object, ['groupBy']], [Promise, ['withResolvers', 'try']], [Array, ['fromAsync']],
    [URL, ['canParse', 'parse']], [AbortSignal, ['any']], [String.prototype, ['isWellFormed', 'toWellFormed']]]) for (const name of names) delete owner[name]
  delete URLSearchParams.prototype.size
  delete globalThis.Iterator
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) delete window[name]
  delete Document.prototype.startViewTransition
`
