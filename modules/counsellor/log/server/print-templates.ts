import { schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { readPhrase } from '#server/i18n/wording.ts'
import type { Part } from '#server/print/document.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import { counsellorFile } from '../../file/model/counsellor-file.ts'
import { WORK_KINDS, workLog } from '../model/work-log.ts'
import { periodsOf } from './periods.ts'

const LIST = 'counsellor:workLog:list'
const MOST = 1000
/** Confirmed work of the running term. Words of talks are for their author alone and never on paper. */
const entries = sectionSource({
  code: 'workLogBook',
  label: '本学期工作日志',
  entity: counsellorFile.name,
  async feed({ db, lang }, id) {
    const say = (text: string): string => translate(lang, text)
    const { teacherId } = await db.visibleFor(counsellorFile, 'counsellor:counsellorFile:list').one(id)
    const { from } = (await periodsOf(db)).term
    const logs = await db
      .visibleFor(workLog, LIST)
      .all({ authorId: teacherId, state: ['submitted', 'commented'], 'startedAt.ge': schoolInstant(from, '00:00') }, { sort: ['startedAt'], limit: MOST + 1 })
    if (!logs.length) return [{ kind: 'text', text: say('本学期还没有登记。'), align: 'left' }]
    const rows = logs
      .slice(0, MOST)
      .map(l => [schoolTimeText(l.startedAt), say(WORK_KINDS[l.kind]), l.people ?? '', `${l.minutes}`, readPhrase(lang, l.content, l.wording?.content) ?? ''])
    const table: Part = { kind: 'table', title: say('本学期工作日志'), head: ['开始', '类型', '对象', '时长（分钟）', '内容'].map(say), rows, blank: 0 }
    return logs.length > MOST ? [table, { kind: 'text', text: formatWording(lang, { text: '只列出前 {n} 条。', values: { n: MOST } }), align: 'left' }] : [table]
  },
})
/** 工作日志册: what a counsellor did in the running term, with what the office may read of it. */
const book = printTemplate(counsellorFile, {
  code: 'workLogBook',
  name: '工作日志册',
  holder: 'teacherId',
  paper: 'A4',
  layout: {
    title: '辅导员工作日志册',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['teacherId', 'staffNo', 'college', 'dutyKind'] },
      { kind: 'sections', by: 'workLogBook' },
      { kind: 'text', text: '辅导员签名：　　　　　　　　学院签章：' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
export default [entries, book]
