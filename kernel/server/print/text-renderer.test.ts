import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { divide } from './fonts.ts'
import { linesOf, measure, type TextRenderer } from './text-renderer.ts'

const nowhere = join(import.meta.dirname, 'no-such-folder')
const pen: TextRenderer = { doc: new PDFDocument({ autoFirstPage: false }), fontOf: () => 'Helvetica' }

it('10-E8 rare characters have a font, and what has none is named', () => {
  const { fonts, missing } = divide('欧阳㛃𠮷·䶮𬭎 张三\u{e0100}', nowhere)
  expect(missing).toEqual([])
  const held = [...fonts].map(([font, characters]) => [/noto-sans-(\w+)/i.exec(font.path)?.[1], [...characters].join('')])
  expect(held).toEqual([
    ['sc', '欧阳㛃·䶮𬭎张三'],
    ['jp', '𠮷'],
  ])
  expect(divide('张𪚥', nowhere).missing).toEqual(['𪚥'])
})
it('lines break between words, never before a closing mark, and cut what is longer than a line', () => {
  const width = measure(pen, 'aaaa bbbb', 10) + 1
  expect(linesOf(pen, 'aaaa bbbb cccc', 10, width)).toEqual(['aaaa bbbb', 'cccc'])
  expect(linesOf(pen, 'aaaa bbbb, cc', 10, width)[1]).toBe('cc')
  expect(linesOf(pen, 'x'.repeat(40), 10, width).length).toBeGreaterThan(1)
  expect(linesOf(pen, 'a\nb', 10, width)).toEqual(['a', 'b'])
})
