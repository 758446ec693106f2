import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RowResults } from './RowResults.tsx'

test('results scroll in one region, which is reached by keyboard and holds their head', () => {
  const html = renderToString(createElement(RowResults, { rows: [{ key: '1', name: '王芳', isDone: true }] }))
  expect(html).toMatch(/^<section class="ql-scroll ql-results" [^>]*tabindex="0"/i)
})
