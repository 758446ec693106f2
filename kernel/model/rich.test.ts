import { expect, it } from 'vitest'
import { list, rich, shape, text } from './field.ts'
import { removedOf, richOf, sanitiseFields, wordsOfRich } from './rich.ts'

it('10-E8 paper shows the words of rich text, a line for each paragraph, row and item', () => {
  expect(wordsOfRich('<p>一、<strong>上课</strong>争吵<br>二、&nbsp;A &lt; B &amp;&amp; C</p><ul><li>甲</li><li>乙</li></ul>')).toBe('一、上课争吵\n二、 A < B && C\n甲\n乙')
  expect(wordsOfRich('<table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>')).toBe('甲 乙')
  expect(wordsOfRich('<p>&amp;lt;</p><p> </p>')).toBe('&lt;')
})
it('plain text becomes rich text with the same words, a paragraph for each line', () => {
  expect(richOf('A < B & C\n\n <b>丁</b>')).toBe('<p>A &lt; B &amp; C</p><p>&lt;b&gt;丁&lt;/b&gt;</p>')
  expect(wordsOfRich(richOf('A < B & C\n<b>丁</b>'))).toBe('A < B & C\n<b>丁</b>')
})
it('what somebody sent is sanitised in lists and objects as well', async () => {
  const piece = shape('段', { title: text('标题'), body: rich('正文') })
  const bad = () => '<p onclick="x()">甲</p><script>1</script>'
  const sent = { intro: bad(), parts: [{ title: '<script>', body: bad() }, null], one: { body: bad() }, more: [bad()], unknown: [bad()] }
  await sanitiseFields({ intro: rich('介绍'), parts: list('段', piece), one: piece, more: list('段', rich('正文')) }, sent)
  expect(sent).toEqual({ intro: '<p>甲</p>', parts: [{ title: '<script>', body: '<p>甲</p>' }, null], one: { body: '<p>甲</p>' }, more: ['<p>甲</p>'], unknown: [bad()] })
  expect([...removedOf(sent)].sort()).toEqual(['<script>', 'onclick'])
})
