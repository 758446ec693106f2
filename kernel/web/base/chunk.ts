import { createElement, type FunctionComponent, lazy, useEffect, useState } from 'react'
import { isOtherBuild } from './update.ts'

/** A chunk could not be loaded: network down, or the file is gone after an update. */
export class ChunkFailure extends Error {
  readonly isUpdate: boolean
  constructor(isUpdate: boolean, cause: unknown) {
    super('a part of the program could not be fetched', { cause })
    this.isUpdate = isUpdate
  }
}
/** A file that failed to load; `isMissing`: the server answered that it does not exist. */
export class FileLost extends Error {
  readonly isMissing: boolean
  constructor(file: string, isMissing: boolean) {
    super(`${file} could not be fetched`)
    this.isMissing = isMissing
  }
}
const RETRY_MS = [500, 2000]
const STYLE = /preload CSS for (\S+)/
const isLost = (error: unknown): error is Error =>
  error instanceof Error && (error instanceof FileLost || STYLE.test(error.message) || /dynamically imported module|Importing a module|module script/i.test(error.message))

const failures = new Map<string, number>()
/** Imports a chunk by its address. A browser answers a module that failed with the same failure for as long as the page lives (Chromium since 150); another query makes it
 *  another module, which is fetched. What the chunk itself imports has only its own address: where that was lost, only loading the page again helps. */
export async function importChunk<T>(file: string): Promise<T> {
  const failed = failures.get(file) ?? 0
  try {
    return (await import(/* @vite-ignore */ failed ? `${file}?try=${failed}` : file)) as T
  } catch (error) {
    if (isLost(error)) failures.set(file, failed + 1)
    throw error
  }
}
// `scripts/vite-imports.ts` rewrites imports of chunks that are rendered already: they find it by a global name, since no import can be added to them then
Object.assign(globalThis, { importChunk })
/** Loads a chunk with two retries, none if the server has a newer build, then throws `ChunkFailure`. Errors thrown by the chunk itself are passed through. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (!isLost(error)) throw error
      const isUpdate = await isOtherBuild()
      const wait = RETRY_MS[tries]
      if (isUpdate || wait === undefined) throw new ChunkFailure(isUpdate, error)
      await new Promise(done => setTimeout(done, wait))
      await styled(error.message).catch(() => {})
    }
  }
}
/** Vite requests a stylesheet once and treats a failed one as loaded on retry, so it is fetched again here. */
async function styled(message: string): Promise<void> {
  const href = STYLE.exec(message)?.[1]
  if (!href) return
  for (const old of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (old.href === href) old.remove()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  const loaded = new Promise((done, fail) => {
    link.onload = done
    link.onerror = fail
  })
  document.head.append(link)
  await loaded
}
const lost = new Set<() => void>()
/** Clears failed chunks so that the next render fetches them again. Called by the component that showed the failure: React itself renders once more before giving up. */
export function forgetLost(): void {
  for (const renew of lost) renew()
  lost.clear()
}
/** A component in a chunk of its own. */
export type Lazy<C> = C & {
  /** Loads the chunk before somebody needs it; does not reject. A failure is forgotten: the first render tries again. */
  ahead(): Promise<void>
  /** Loads the chunk for a place that renders it then; does not reject: a failure is shown where the component is rendered. */
  awaited(): Promise<void>
  isHere(): boolean
}
/** Component whose chunk is loaded on first render (`React.lazy` with retries). One that is there already is rendered at once: for `React.lazy` React would show the fallback first
 *  and hold back everything that follows a fallback for 300 ms. */
export function lazily<C extends FunctionComponent<never>>(load: () => Promise<{ default: C }>): Lazy<C> {
  // the result takes the props of the loaded component; React's own type uses `any` for them
  const known = load as unknown as () => Promise<{ default: FunctionComponent }>
  let loaded: FunctionComponent | undefined
  let coming: Promise<{ default: FunctionComponent }> | undefined
  let isAwaited = false
  const fetched = () => {
    coming ??= loadChunk(known).then(
      chunk => {
        loaded = chunk.default
        return chunk
      },
      (error: unknown) => {
        if (isAwaited) lost.add(renew)
        else coming = undefined
        throw error
      },
    )
    return coming
  }
  const needed = () => {
    isAwaited = true
    return fetched()
  }
  const renew = () => {
    coming = undefined
    isAwaited = false
    part = lazy(needed)
  }
  let part = lazy(needed)
  const Part: FunctionComponent = props => {
    // what is mounted stays: another type would lose its state
    const [shown] = useState(() => loaded ?? part)
    return createElement(shown, props)
  }
  const ahead = () => fetched().then(nothing, nothing)
  const awaited = () => needed().then(nothing, nothing)
  return Object.assign(Part, { ahead, awaited, isHere: () => loaded !== undefined }) as unknown as Lazy<C>
}
const nothing = (): void => {}

/** Whether a part may be rendered: it is there, or has failed and says so itself. For places that show a waiting state of their own, without a Suspense boundary and its delay. */
export function useAhead(part: Pick<Lazy<unknown>, 'awaited' | 'isHere'>): boolean {
  const [settled, setSettled] = useState<typeof part>()
  const isHere = part.isHere()
  useEffect(() => {
    if (isHere) return
    let stale = false
    void part.awaited().then(() => stale || setSettled(() => part))
    return () => {
      stale = true
    }
  }, [part, isHere])
  return isHere || settled === part
}
