import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChartTable } from './ChartTable.tsx'
import { dataOf } from './data.ts'

const bars = { type: 'bar' as const, name: '人数', data: [3, 5] }
const names = { type: 'category' as const, data: ['一班', '二班'] }

describe('the figures of a chart', () => {
  it('are those of its series at each place, from left to right', () => {
    const series = [bars, { type: 'line' as const, name: '比例', data: [0.5, null] }]
    expect(dataOf({ xAxis: names, yAxis: { type: 'value' }, series })).toEqual({
      series: ['人数', '比例'],
      lines: [
        { index: 0, name: '一班', values: [3, 0.5] },
        { index: 1, name: '二班', values: [5, null] },
      ],
    })
  })
  it('stand from top to bottom, as horizontal bars do', () => {
    const of = (inverse: boolean) => dataOf({ xAxis: { type: 'value' }, yAxis: { ...names, inverse }, series: bars }).lines.map(line => line.index)
    expect(of(false)).toEqual([1, 0])
    expect(of(true)).toEqual([0, 1])
  })
  it('cannot be missing', () => {
    expect(() => dataOf({ xAxis: { type: 'value' }, yAxis: { type: 'value' }, series: bars })).toThrow('axis of names')
  })
  it('are reached by keyboard where the chart opens something', () => {
    const option = { xAxis: names, series: [bars] }
    const table = (props: object): string => renderToString(createElement(ChartTable, { option, label: '各班人数', show: String, ...props }))
    expect(table({})).not.toContain('<button')
    expect(table({ onPick: () => {} })).toContain('aria-label="二班 人数 5"')
  })
})
