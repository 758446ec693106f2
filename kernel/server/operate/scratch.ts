import { randomBytes } from 'node:crypto'
import { connected } from './tables.ts'

/** Runs work in a temporary database on the same server, dropped afterwards. */
export async function withScratch<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `qinglan_check_${randomBytes(4).toString('hex')}`
  const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href
  await connected(url, client => client.query(`create database ${name} template template0`))
  try {
    return await work(at(name))
  } finally {
    await connected(url, client => client.query(`drop database ${name} with (force)`))
  }
}
