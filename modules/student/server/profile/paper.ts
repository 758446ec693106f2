import type { OutputOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import type { Ctx } from '#server/context.ts'
import type { ProfilePart } from '#server/extensions/profile-parts.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Part } from '#server/print/document.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import type * as m from '../../model/profile.ts'
import { student } from '../../model/student.ts'
import { partsOf, studentSeen } from './look.ts'
import { contentOf, openPart } from './parts.ts'

type Content = OutputOf<typeof m.profilePart>
interface Read {
  part: ProfilePart
  /** Null where it failed. */
  content: Content | null
}
/** Largest number of events on paper. */
const MOST = 40
const dayOf = (at: string): string => (at.length > 10 ? schoolDate(at) : at)

/** 30-SP6: what the reader may see of a student, on paper. A sensitive part only where full values are asked for and permitted; that is audited like opening it on the page. */
const sections = sectionSource({
  code: 'studentProfile',
  label: '学生一张表',
  entity: student.name,
  async feed(ctx, id, { plain, reason }) {
    const who = await studentSeen(ctx, id)
    const parts = partsOf(ctx.db).filter(p => !p.isClosed || (plain && reason && ctx.me.permissions.has('student:student:reveal')))
    const answers = await Promise.allSettled(parts.map(part => (part.isClosed ? openPart(ctx, part, who, reason ?? '') : contentOf(ctx, part, who))))
    const read = parts.map((part, at) => ({ part, content: contentIn(answers[at]) }))
    return [...read.flatMap(one => sectionOf(ctx, one)), ...timelineOf(ctx, read)]
  },
})
const contentIn = (answer: PromiseSettledResult<Content> | undefined): Content | null => (answer?.status === 'fulfilled' ? answer.value : null)
/** 30-SP3: a part that failed says so; one with nothing to say is not printed. */
function sectionOf({ lang }: Ctx, { part, content }: Read): Part[] {
  const title = translate(lang, part.label)
  if (!content) return [{ kind: 'text', text: `${title}：${translate(lang, '暂时取不到')}`, align: 'left' }]
  const numbers = content.numbers.flatMap(n => (n ? [[n.label, `${n.value} ${n.unit ?? ''}`.trim() + averageOf(lang, n.average)] as const] : []))
  const lines = content.lines.flatMap(l => (l ? [[l.label, l.value] as const] : []))
  const cells = [...numbers, ...lines]
  return cells.length ? [{ kind: 'grid', title, columns: 2, cells }] : []
}
const averageOf = (lang: Ctx['lang'], average: number | null | undefined): string => (typeof average === 'number' ? `（${translate(lang, '班级平均')} ${average}）` : '')
function timelineOf({ lang }: Ctx, read: readonly Read[]): Part[] {
  const events = read.flatMap(({ part, content }) => (content?.happened ?? []).flatMap(h => (h ? [{ ...h, of: translate(lang, part.label) }] : [])))
  if (!events.length) return []
  const rows = events
    .toSorted((a, b) => dayOf(b.at).localeCompare(dayOf(a.at)))
    .slice(0, MOST)
    .map(h => [dayOf(h.at), h.of, h.title, h.note ?? ''])
  return [{ kind: 'table', title: translate(lang, '时间线'), head: ['日期', '部分', '事项', '说明'].map(text => translate(lang, text)), rows, blank: 0 }]
}
const paper = printTemplate(student, {
  code: 'studentProfile',
  name: '学生一张表',
  holder: 'name',
  paper: 'A4',
  layout: {
    title: '学生一张表',
    blocks: [
      {
        kind: 'grid',
        title: '基本信息',
        photo: {},
        fields: ['studentNo', 'name', 'genderCode', 'departmentId', 'majorId', 'classId', 'grade', 'status', 'phone', 'emergencyPhone'],
      },
      { kind: 'sections', by: 'studentProfile' },
    ],
  },
})
export default [sections, paper]
