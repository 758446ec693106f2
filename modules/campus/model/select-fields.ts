import { bool, integer, text } from '#model'

/** Fields of every select item on the wire. */
export const item = { id: text('id', { required: true }), value: text('值', { required: true }), label: text('名称', { required: true }) } as const
/** 1 or absent: enabled rows only; 0: including disabled ones. */
export const flag = { flag: integer('含停用', { min: 0, max: 1 }) } as const
/** Absent: the top nodes; `1`: the same below one school node; an id: that node and its descendants. */
export const root = { root: text('根节点', { max: 36 }) } as const
export const xn = text('学年', { max: 9 })
export const xqM = text('学期', { max: 1 })
export const isCurrent = bool('当前')
/** Additional parameters of our own pages: a known row by id, search text, limit. */
export const picking = { id: text('id', { max: 36 }), keyword: text('关键字', { max: 60 }), size: integer('条数', { min: 1, max: 1000 }) } as const
