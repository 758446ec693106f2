import { bool, integer, text } from '#model'

/** What every item of a select box carries on the wire. */
export const item = { id: text('id', { required: true }), value: text('值', { required: true }), label: text('名称', { required: true }) } as const
/** 1 or absent: enabled rows only; 0: also disabled ones. */
export const flag = { flag: integer('含停用', { min: 0, max: 1 }) } as const
/** Absent: the top nodes; `1`: the same under one school node; an id: that node and what is below. */
export const root = { root: text('根节点', { max: 36 }) } as const
export const xn = text('学年', { max: 9 })
export const xqM = text('学期', { max: 1 })
export const isCurrent = bool('当前')
/** What a select box of our own pages asks besides: one known row, words typed, so many. */
export const picking = { id: text('id', { max: 36 }), keyword: text('关键字', { max: 60 }), size: integer('条数', { min: 1, max: 1000 }) } as const
