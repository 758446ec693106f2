import { createElement, type FunctionComponent, lazy } from 'react'
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
/** Component whose chunk is loaded on first render (`React.lazy` with retries). */
export function lazily<C extends FunctionComponent<never>>(load: () => Promise<{ default: C }>): C {
  // the result takes the props of the loaded component; React's own type uses `any` for them
  const known = load as unknown as () => Promise<{ default: FunctionComponent }>
  const begin = () =>
    lazy(() =>
      loadChunk(known).catch((error: unknown) => {
        lost.add(renew)
        throw error
      }),
    )
  const renew = () => {
    part = begin()
  }
  let part = begin()
  const Part: FunctionComponent = props => createElement(part, props)
  return Part as unknown as C
}
