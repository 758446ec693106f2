import type { Dictionary } from '#model'
import { moneyText } from '#model/money.ts'
import { relationCode } from '#model/national.ts'
import type { Ctx } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import type { Part } from '#server/print/document.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import { readSurvey } from '../model/application.ts'
import { familyAsset, housing, specialGroup, workStatus } from '../model/dictionaries.ts'
import { aidRecognition, type Snapshot } from '../model/recognition.ts'
import { surveyForm } from '../model/survey.ts'
import { noteReading } from './read-survey.ts'

type Named = (keys: ReadonlyArray<string | null | undefined> | null | undefined) => string
/** Labels of codes as the school has them. */
async function named({ db }: Pick<Ctx, 'db'>, of: Dictionary): Promise<Named> {
  const labelOf = await labelsOf(db, of)
  return keys => (keys ?? []).flatMap(key => (key ? [labelOf(key)] : [])).join('、')
}
async function partsOf(ctx: Pick<Ctx, 'db' | 'lang'>, survey: Snapshot): Promise<Part[]> {
  const say = (text: string): string => translate(ctx.lang, text)
  const [relations, work, homes, assets, groups] = await Promise.all([relationCode, workStatus, housing, familyAsset, specialGroup].map(of => named(ctx, of)))
  const money = (fen: number | null | undefined): string => (typeof fen === 'number' ? moneyText(fen) : '')
  const shown: Partial<Record<keyof typeof surveyForm, string>> = {
    ...{ homeAddress: survey.homeAddress ?? '', parentPhone: survey.parentPhone ?? '', householdSize: `${survey.householdSize ?? ''}` },
    ...{ studyingCount: `${survey.studyingCount ?? ''}`, supportCount: `${survey.supportCount ?? ''}`, annualIncome: money(survey.annualIncome) },
    ...{ housing: homes?.([survey.housing]) ?? '', assets: assets?.(survey.assets) ?? '', specialGroups: groups?.(survey.specialGroups) ?? '' },
    ...{ disaster: survey.disaster ?? '', illness: survey.illness ?? '', unemployment: survey.unemployment ?? '', debt: survey.debt ?? '', incomeNote: survey.incomeNote ?? '' },
  }
  const members = (survey.members ?? []).map(m => [m.name, relations?.([m.relation]) ?? '', `${m.age ?? ''}`, work?.([m.workStatus]) ?? '', m.job ?? '', money(m.income)])
  return [
    { kind: 'table', title: say('家庭成员'), head: ['姓名', '关系', '年龄', '从业状况', '职业', '年收入'].map(say), rows: members, blank: 0 },
    {
      kind: 'grid',
      title: say('家庭情况'),
      columns: 2,
      cells: Object.entries(shown).flatMap(([name, value]) => (value ? [[say(surveyForm[name as keyof typeof surveyForm].label), value] as const] : [])),
    },
  ]
}
export default [
  /** 40-D13: what the family is like stands on paper only in a print with full values and a reason, and is audited like reading it. */
  sectionSource({
    code: 'aidSurvey',
    label: '家庭情况',
    entity: aidRecognition.name,
    async feed(ctx, id, { plain, reason }) {
      if (!plain || !reason || !ctx.me.permissions.has(readSurvey.permission)) return []
      const row = await ctx.db.visibleFor(aidRecognition, readSurvey.permission).one(id)
      await noteReading(ctx, row, reason)
      return partsOf(ctx, row.surveySnapshot ?? {})
    },
  }),
  printTemplate(aidRecognition, {
    code: 'aidForm',
    name: '困难认定申请表',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '家庭经济困难学生认定申请表',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['recognitionNo', 'batchId', 'studentId', 'studentNo', 'departmentId', 'classId', 'source', 'lastLevel'] },
        { kind: 'sections', by: 'aidSurvey' },
        { kind: 'text', text: '本人承诺以上内容真实。如有不实，愿意取消认定，并退回已经得到的资助。承诺签名：{promise}' },
        { kind: 'grid', title: '认定结果', columns: 2, fields: ['indexScore', 'reviewScore', 'finalScore', 'suggestedLevel', 'proposedLevel', 'adjustReason', 'level', 'state'] },
        { kind: 'signed', title: '审批意见', by: 'opinions' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
