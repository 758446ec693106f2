import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { PASSWORD } from './database.ts'
import { tokenShot } from './product.ts'

const PROGRAMS = [process.env.CHROMIUM ?? '', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export function chromiumHere(): string {
  const program = PROGRAMS.find(path => path && existsSync(path))
  if (!program) throw new Error('Chromium is not installed: name it in CHROMIUM')
  return program
}
/** Runs work with its own Chromium. */
export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: chromiumHere(), args: FLAGS })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
/** Browser context with an empty cache and a stored session. */
export const signedIn = async (browser: Browser, address: string, userName: string): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: await sessionOf(address, userName) })
/** A session as the program leaves it: the cookie, and the token with its person in storage. */
export async function sessionOf(address: string, userName: string): Promise<Exclude<BrowserContextOptions['storageState'], string | undefined>> {
  const shot = tokenShot(userName, PASSWORD)
  const answer = await fetch(address + shot.path, { method: shot.method, headers: shot.headers, body: shot.body ?? '' })
  const { access_token: token, token_type: _type, expires_in: _ttl, ...info } = (await answer.json()) as Record<string, unknown>
  const entry = (name: string, content: unknown) => ({ name, value: JSON.stringify({ dataType: typeof content, content, datetime: Date.now() }) })
  return {
    cookies: [cookie('FlySource-Auth', String(token), address)],
    origins: [{ origin: address, localStorage: [entry('qlAdmin-accessToken', token), entry('qlAdmin-userInfo', info)] }],
  }
}
const cookie = (name: string, value: string, address: string) => ({
  ...{ name, value: encodeURIComponent(value), domain: new URL(address).hostname, path: '/', sameSite: 'Lax' as const },
  ...{ expires: -1, httpOnly: false, secure: false },
})
export const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
