import { createElement, type FunctionComponent, lazy } from 'react'
import { isOtherBuild } from './update.ts'

/** A part of the program could not be fetched: the network is away, or the platform was updated and the file is gone. */
export class ChunkFailure extends Error {
  readonly isUpdate: boolean
  constructor(isUpdate: boolean, cause: unknown) {
    super('a part of the program could not be fetched', { cause })
    this.isUpdate = isUpdate
  }
}
/** A file of the program that did not come; `isMissing`: the server says there is none. */
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

/** Fetches a part of the program, twice again when it does not arrive. Throws `ChunkFailure` then; what a part throws itself stays as it is. */
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
/** Vite asks for a stylesheet once and takes one that failed for loaded the next time; so it is fetched anew here. */
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
/** Parts that did not arrive are fetched anew when they are drawn again. Said by whoever showed the failure: React itself draws once more before it gives up. */
export function forgetLost(): void {
  for (const renew of lost) renew()
  lost.clear()
}
/** A component whose program is fetched when it is first drawn. */
export function lazily<C extends FunctionComponent<never>>(load: () => Promise<{ default: C }>): C {
  // what is drawn takes the properties of what is loaded, which React's own type says with `any`
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
