import type { Handling } from '../model/handling.ts'

export { escalationOf } from '../model/handling.ts'
export interface HandlingOf {
  state: Handling
  note?: string | null
  nextStep?: string | null
}
/** 20-DN6: a student not found requires a next step. */
export const lacksNextStep = ({ state, nextStep }: HandlingOf): boolean => state === 'notFound' && !nextStep?.trim()
/** Text in the duty log. */
export const incidentText = (name: string, where: string, { note, nextStep }: HandlingOf): string =>
  [`${where} ${name}未找到`, note?.trim(), `下一步：${nextStep?.trim() ?? ''}`].filter(Boolean).join('；')
