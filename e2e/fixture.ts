import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type CredentialSchool, credentialSchool } from '#modules/identity/testing.ts'
import { sql } from '#testing/database.ts'
import { type Api, apiAs } from './api.ts'
import { closePages, openBrowser, type Person, signIn, type View, visitor } from './browser.ts'
import { demoCopy } from './demo-copy.ts'
import { demoServer } from './demo-server.ts'
import { type Program, startProgram } from './program.ts'

/** Password of all demo accounts. */
export const PASSWORD = 'Qinglan@2026'

/** A demo school of this file and the worker's browser; both are ready when the file's own `beforeAll` runs. */
export interface Demo {
  readonly url: string
  readonly browser: Browser
  /** With `asProgram`. */
  readonly program: Program
  readonly folder: string
  /** A signed-in user with their own browser context, without an open page. */
  person(userName: string, view?: View): Promise<Person>
  /** The same, on a page: the desktop by default. */
  enter(userName: string, view?: View, path?: string): Promise<Person>
  /** The same, after the page has settled. */
  arrive(userName: string, view?: View, path?: string): Promise<Person>
  go(page: Page, path: string): Promise<unknown>
  /** Path and query of a page. */
  at(page: Page): string
  /** The same user over HTTP. */
  api(userName: string): Promise<Api>
  /** Queries its database directly. */
  rows<T extends object>(text: string, values: readonly unknown[]): Promise<T[]>
  /** Kills the program and restarts it on the same data, after what happens while nothing runs. */
  crash(meanwhile?: () => Promise<unknown>): Promise<void>
}
/** Asks a page or the server again at intervals that leave the machine room to answer. */
export const poll = <T>(look: () => T, options: { timeout?: number; interval?: number } = {}) => expect.poll(look, { interval: 200, ...options })

/** Fixture for one test file, removed afterwards. `asProgram` starts the program in a process of its own, as users do, instead of a server in this one. */
export function openDemo({ asProgram = false } = {}): Demo {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-e2e-'))
  let copy: Awaited<ReturnType<typeof demoCopy>>
  let program: Program | undefined
  let server: { url: string; stop(): Promise<unknown> }
  let browser: Browser
  /** One API session per user: the session limit would otherwise end those in browsers. */
  const apis = new Map<string, Promise<Api>>()
  const running = (): Program => {
    if (!program) throw new Error('openDemo({ asProgram: true }) starts a program')
    return program
  }
  const start = async (): Promise<void> => {
    if (asProgram) program = await startProgram(folder, { args: copy.args, env: { DATABASE_URL: copy.url } })
    server = program ?? (await demoServer(folder, copy.url))
  }
  beforeAll(async () => {
    browser = await openBrowser()
    copy = await demoCopy(folder)
    await start()
  })
  afterAll(async () => {
    if (browser) await closePages(browser)
    await server?.stop()
    await copy?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const someone: Demo['person'] = (userName, view) => signIn(browser, server.url, userName, PASSWORD, view)
  const enter: Demo['enter'] = async (userName, view, path = '/index') => {
    const person = await someone(userName, view)
    await person.page.goto(server.url + path)
    return person
  }
  return {
    folder,
    get url() {
      return server.url
    },
    get browser() {
      return browser
    },
    get program() {
      return running()
    },
    person: someone,
    enter,
    async arrive(userName, view, path) {
      const person = await enter(userName, view, path)
      await person.page.locator('#content h1').first().waitFor()
      return person
    },
    go: (page, path) => page.goto(server.url + path),
    at: page => page.url().slice(server.url.length),
    api: userName => {
      const api = apis.get(userName) ?? apiAs(server.url, userName, PASSWORD)
      apis.set(userName, api)
      return api
    },
    rows: <T extends object>(text: string, values: readonly unknown[]) => sql<T>(copy.url, text, values),
    async crash(meanwhile) {
      await running().kill()
      apis.clear()
      await meanwhile?.()
      await start()
    },
  }
}
/** A school in this process, with access to its database and fake phones, and a browser. */
export interface Door {
  readonly url: string
  readonly browser: Browser
  readonly made: CredentialSchool
  /** A visitor with their own browser context, on the sign-in page by default. */
  come(view?: View, path?: string): Promise<Person>
}
/** Fixture for one test file, removed afterwards. */
export function openDoor(): Door {
  let made: CredentialSchool
  let url: string
  let browser: Browser
  beforeAll(async () => {
    made = await credentialSchool()
    const { app } = made.school.server
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    if (browser) await closePages(browser)
    await made?.close()
  })
  return {
    get url() {
      return url
    },
    get browser() {
      return browser
    },
    get made() {
      return made
    },
    async come(view, path = '/login?tenantId=100001') {
      const person = await visitor(browser, view)
      await person.page.goto(url + path)
      return person
    },
  }
}
