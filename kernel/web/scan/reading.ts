import { placeIn } from './place.ts'

/** What a code is that somebody scanned with the scanner of the bottom bar. */
export type Reading =
  /** A page of this platform; what it shows depends on who opens it. The code in its address is signed and judged by the server. */
  | { kind: 'page'; to: string }
  /** Of another site: opened only when the person says so. */
  | { kind: 'address'; href: string; host: string }
  | { kind: 'text'; text: string }

export function readingOf(text: string, origin: string): Reading {
  const to = placeIn(text, origin)
  if (to !== undefined) return { kind: 'page', to }
  const url = URL.canParse(text) ? new URL(text) : undefined
  // `host` is what is really called, whatever name or look-alike stands before it
  return url && /^https?:$/.test(url.protocol) ? { kind: 'address', href: url.href, host: url.host } : { kind: 'text', text }
}
