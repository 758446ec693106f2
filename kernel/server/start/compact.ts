/** Collects once what the start left behind, compiled code that ran only then included, and gives the memory back to the system: 15 MB. Takes 0.1 to 0.3 s, in which nothing else
 *  runs; without `--expose-gc` it does nothing. */
export const compact = (): void => void globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
