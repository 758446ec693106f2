import { createElement, type FunctionComponent, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { forgetLost, lazily } from './chunk.ts'

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
  it('is fetched again where it is rendered first when it could not be loaded ahead, and kept failing until the failure was shown', async () => {
    let fetches = 0
    const Part = lazily<FunctionComponent>(async () => {
      fetches += 1
      if (fetches < 3) throw new Error('broken')
      return { default: Greeting }
    })
    await Part.ahead()
    expect(drawn(Part)).toContain('waiting')
    await Part.awaited()
    expect([fetches, Part.isHere()]).toEqual([2, false])
    expect(drawn(Part)).toContain('waiting')
    await Part.awaited()
    expect(fetches).toBe(2)
    forgetLost()
    await Part.awaited()
    expect([fetches, Part.isHere()]).toEqual([3, true])
  })
})
