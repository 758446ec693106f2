import { Button, Input } from 'antd'
import { useState } from 'react'
import { relationCode } from '#model/national.ts'
import { FactList } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { readSurvey } from '../../model/application.ts'
import { housing, specialGroup, workStatus } from '../../model/dictionaries.ts'
import { surveyForm } from '../../model/survey.ts'

interface Props {
  id: string
  name: string
  onClose: () => void
}
/** What a student told of the family, after a reason was given. */
export function SurveyPanel({ id, name, onClose }: Props) {
  const [reason, setReason] = useState('')
  const act = useAct(readSurvey, { done: false })
  return (
    <Panel open title={t('{{name}} 家庭情况', { name })} onClose={onClose} size={720}>
      <Stack>
        {act.data ? (
          <Survey of={act.data} />
        ) : (
          <>
            <p className="ql-help">{t('家庭情况属于敏感信息，每次查看都会记录查看人和原因，学生可以看到。')}</p>
            <LabelledInput label={t('查看原因')}>{field => <Input id={field} value={reason} maxLength={200} onChange={e => setReason(e.target.value)} />}</LabelledInput>
            {act.error ? <Refused what={t('没有打开')} error={act.error} /> : null}
            <Button type="primary" disabled={reason.trim().length < 2} loading={act.isPending} onClick={() => act.mutate({ id, reason })}>
              {t('查看')}
            </Button>
          </>
        )}
      </Stack>
    </Panel>
  )
}
function Survey({ of }: { of: AnswerOf<typeof readSurvey> }) {
  const [relations, work, homes, groups] = [useDict(relationCode), useDict(workStatus), useDict(housing), useDict(specialGroup)]
  const label = (name: keyof typeof surveyForm): string => t(surveyForm[name].label)
  const named = (keys: ReadonlyArray<string | null> | null) => (keys ?? []).map(key => dictLabel(groups, key ?? '')).join('、') || null
  return (
    <>
      <PlainTable
        label={t('家庭成员')}
        rows={of.members}
        keyOf={m => `${m.relation}${m.name}`}
        columns={[
          [t('姓名'), m => m.name, { isHead: true }],
          [t('关系'), m => dictLabel(relations, m.relation)],
          [t('年龄'), m => m.age, { isNumber: true }],
          [t('从业状况'), m => dictLabel(work, m.workStatus ?? '')],
          [t('职业'), m => m.job],
          [t('年收入'), m => (m.income === null ? '' : formatMoney(m.income)), { isNumber: true }],
        ]}
      />
      <FactList
        facts={[
          [label('homeAddress'), of.homeAddress],
          [label('parentPhone'), of.parentPhone],
          [label('householdSize'), of.householdSize === null ? null : String(of.householdSize)],
          [label('studyingCount'), of.studyingCount === null ? null : String(of.studyingCount)],
          [label('annualIncome'), of.annualIncome === null ? null : formatMoney(of.annualIncome)],
          [label('incomeNote'), of.incomeNote],
          [label('housing'), of.housing && dictLabel(homes, of.housing)],
          [label('specialGroups'), named(of.specialGroups)],
          [t('名单群体'), named(of.groups)],
          [label('disaster'), of.disaster],
          [label('illness'), of.illness],
          [label('unemployment'), of.unemployment],
          [label('debt'), of.debt],
        ]}
      />
      {of.proofs?.length ? <FileLinks ids={of.proofs.flatMap(p => p ?? [])} /> : null}
    </>
  )
}
