import { describe, expect, it } from 'vitest'
import { exampleOf, fitsPattern, tidyName, tidyNo } from './model/cert-no.ts'

describe('numbers of certificates', () => {
  it('are compared without blanks, in capitals, whatever the width of the letters', () => {
    expect(tidyNo(' ａ1 2b ')).toBe('A12B')
    expect(tidyName('买买提·艾力')).toBe(tidyName('买买提 • 艾力'))
  })
  it('have one of the formats of their entry, which signs stand for and everything else literally', () => {
    expect(['1'.repeat(15), '1'.repeat(14), `${'1'.repeat(14)}A`].map(no => fitsPattern('#{15}', no))).toEqual([true, false, false])
    expect(['T.2026A7', 'TX2026A7', 'S-1'].map(no => fitsPattern('T.####@* s-#', no))).toEqual([true, false, true])
    expect(fitsPattern('', 'ANYTHING')).toBe(true)
    expect(fitsPattern('(a+)+$', 'AAAA')).toBe(false)
  })
  it('are shown by an example that fits itself', () => {
    for (const pattern of ['#{15}', 'T.####@*', 'GZ@@-#{6}']) expect([pattern, fitsPattern(pattern, exampleOf(pattern))]).toEqual([pattern, true])
  })
})
