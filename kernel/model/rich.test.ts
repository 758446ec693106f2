import { expect, it } from 'vitest'
import { richOf, wordsOfRich } from './rich.ts'

it('10-E8 paper shows the words of rich text, a line for each paragraph, row and item', () => {
  expect(wordsOfRich('<p>一、<strong>上课</strong>争吵<br>二、&nbsp;A &lt; B &amp;&amp; C</p><ul><li>甲</li><li>乙</li></ul>')).toBe('一、上课争吵\n二、 A < B && C\n甲\n乙')
  expect(wordsOfRich('<table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>')).toBe('甲 乙')
  expect(wordsOfRich('<p>&amp;lt;</p><p> </p>')).toBe('&lt;')
})
it('plain text becomes rich text with the same words, a paragraph for each line', () => {
  expect(richOf('A < B & C\n\n <b>丁</b>')).toBe('<p>A &lt; B &amp; C</p><p>&lt;b&gt;丁&lt;/b&gt;</p>')
  expect(wordsOfRich(richOf('A < B & C\n<b>丁</b>'))).toBe('A < B & C\n<b>丁</b>')
})
