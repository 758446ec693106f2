import { dictionary } from '#model'

export const receiptKind = dictionary('receiptKind', '票据种类', [
  ['fiscal', '非税收入票据'],
  ['settlement', '往来结算票据'],
  ['invoice', '税务发票'],
  ['internal', '内部收据'],
])
