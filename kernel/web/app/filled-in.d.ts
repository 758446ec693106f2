/** Types of the polyfills in `older-browsers.ts` that exceed the `lib` of tsconfig.web.json. */
interface ReadonlyArray<T> {
  findLast<S extends T>(predicate: (value: T, index: number, array: readonly T[]) => value is S): S | undefined
  findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown): T | undefined
  findLastIndex(predicate: (value: T, index: number, array: readonly T[]) => unknown): number
  toReversed(): T[]
  toSorted(compare?: (a: T, b: T) => number): T[]
  toSpliced(start: number, deleteCount: number, ...items: T[]): T[]
  toSpliced(start: number, deleteCount?: number): T[]
  with(index: number, value: T): T[]
}
interface Array<T> {
  findLast<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S): S | undefined
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number
  toReversed(): T[]
  toSorted(compare?: (a: T, b: T) => number): T[]
  toSpliced(start: number, deleteCount: number, ...items: T[]): T[]
  toSpliced(start: number, deleteCount?: number): T[]
  with(index: number, value: T): T[]
}
interface MapConstructor {
  groupBy<K, T>(items: Iterable<T>, keySelector: (item: T, index: number) => K): Map<K, T[]>
}
interface ObjectConstructor {
  groupBy<K extends PropertyKey, T>(items: Iterable<T>, keySelector: (item: T, index: number) => K): Partial<Record<K, T[]>>
}
