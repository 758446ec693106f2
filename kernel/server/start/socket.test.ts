import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { addressOf, removeSockets, socketFolder } from './socket.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'qinglan-socket-')))
  return () => rmSync(folder, { recursive: true })
})
it('the embedded database is found by a socket in its own folder, also where a link leads there', () => {
  const address = `postgres://postgres:pw@${encodeURIComponent(folder)}:5000/qinglan`
  expect(addressOf(folder, 'pw', 5000)).toBe(address)
  symlinkSync(folder, join(folder, 'link'))
  expect(addressOf(join(folder, 'link'), 'pw', '5000')).toBe(address)
  expect(new URL(address)).toMatchObject({ port: '5000', pathname: '/qinglan' })
})
it('is found by its port where the path is longer than that of a socket may be', () => {
  const deep = join(folder, '深'.repeat(20), 'd'.repeat(40))
  mkdirSync(deep, { recursive: true })
  expect(socketFolder(deep)).toBeUndefined()
  expect(addressOf(deep, 'pw', 5000, 'postgres')).toBe('postgres://postgres:pw@127.0.0.1:5000/postgres')
})
it('forgets sockets of servers that were killed, and nothing else', () => {
  for (const name of ['.s.PGSQL.4711', '.s.PGSQL.4711.lock', 'PG_VERSION', '.note']) writeFileSync(join(folder, name), '')
  removeSockets(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['.note', 'PG_VERSION'])
})
