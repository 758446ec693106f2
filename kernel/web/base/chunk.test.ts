import { createElement, type FunctionComponent, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazily } from './chunk.ts'

const drawn = (of: FunctionComponent): string => renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(of)))
const Greeting = () => 'hello'

describe('a part in a chunk of its own', () => {
  it('is drawn at once when it was loaded ahead, without a fallback', async () => {
    const Part = lazily<FunctionComponent>(async () => ({ default: Greeting }))
    expect(drawn(Part)).toContain('waiting')
    await Part.ahead()
    expect(Part.isHere()).toBe(true)
    expect(drawn(Part)).toBe('<!--$-->hello<!--/$-->')
  })
  it('does not reject when loading it ahead fails: where it is rendered the failure is shown', async () => {
    const Part = lazily<FunctionComponent>(() => Promise.reject<{ default: FunctionComponent }>(new Error('broken')))
    await Part.ahead()
    expect(Part.isHere()).toBe(false)
    expect(drawn(Part)).toContain('waiting')
  })
})
