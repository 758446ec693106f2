import { encode } from 'iconv-lite'

const gbk = (text: string): Buffer => encode(text, 'gbk')
/** A dBase file whose head does not name its charset. */
export function dbase(columns: ReadonlyArray<readonly [name: string, type: string, size: number]>, rows: readonly (readonly string[])[]): Buffer {
  const head = Buffer.alloc(32 + columns.length * 32 + 1)
  head.set([3, 126, 1, 1])
  head.writeUInt32LE(rows.length, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(1 + columns.reduce((sum, [, , size]) => sum + size, 0), 10)
  for (const [n, [name, type, size]] of columns.entries()) {
    head.set(gbk(name), 32 + n * 32)
    head.set([type.charCodeAt(0), 0, 0, 0, 0, size, type === 'N' ? 2 : 0], 32 + n * 32 + 11)
  }
  head[head.length - 1] = 13
  const cell = (text: string, size: number): Buffer => Buffer.concat([gbk(text), Buffer.alloc(size, ' ')]).subarray(0, size)
  const lines = rows.map(row => Buffer.concat([Buffer.from(' '), ...columns.map(([, , size], n) => cell(row[n] ?? '', size))]))
  return Buffer.concat([head, ...lines, Buffer.from([26])])
}
