import { InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, MISSING } from '#web/values/format.ts'
import { applyPlan, editRules, PLANS, replayPlan } from '../model/weight-plan.ts'

type Rule = NonNullable<AnswerOf<typeof editRules>['rules'][number]>
type Replay = AnswerOf<typeof replayPlan>
export const about: PageFile['about'] = () => ({
  use: t('改信号的分值、多少天减到零和最多计几次，先看上学期会怎样，再启用。'),
  who: t('学工处和管理员；改好的规则学生和老师都看得到。'),
  first: t('改数字，点“试算”，看每位辅导员每周多几人、误报占多少，满意再点“启用新规则”。'),
})
/** 调整预警规则: new weights take effect once their replay has been seen (60-EW8). */
export default function PlanPage() {
  const read = useRead(editRules, {})
  return (
    <Page title={t('调整预警规则')} help={t('没有试算过的改动不会生效。')}>
      <Loaded of={read} lines={8} empty={({ rules }) => !rules.length && t('学校没有启用预警规则')}>
        {({ rules }) => <Plan key={JSON.stringify(rules)} rules={rules.flatMap(r => r ?? [])} />}
      </Loaded>
    </Page>
  )
}
function Plan({ rules }: { rules: readonly Rule[] }) {
  const [edited, setEdited] = useState(rules)
  const [seen, setSeen] = useState<Replay | null>(null)
  const change = (id: string, patch: Partial<Rule>) => {
    setEdited(edited.map(r => (r.id === id ? { ...r, ...patch } : r)))
    setSeen(null)
  }
  const number = (r: Rule, field: 'points' | 'decayDays', max: number, label: string) => (
    <InputNumber min={1} max={max} precision={0} value={r[field]} aria-label={`${r.title} ${label}`} onChange={value => (value ? change(r.id, { [field]: value }) : undefined)} />
  )
  const input = { rules: edited.map(({ id, points, decayDays, maxCount, isEnabled }) => ({ ruleId: id, points, decayDays, maxCount, isEnabled })) }
  return (
    <>
      <Sheet
        title={t('新规则')}
        actions={
          <ActionButton of={replayPlan} input={input} type="primary" done={false} onDone={setSeen}>
            {t('试算')}
          </ActionButton>
        }
      >
        <PlainTable
          label={t('新规则')}
          rows={edited}
          keyOf={r => r.id}
          columns={[
            [t('信号'), r => r.title, { isHead: true }],
            [t('分值'), r => number(r, 'points', 50, t('分值'))],
            [t('多少天减到零'), r => number(r, 'decayDays', 365, t('多少天减到零'))],
            [
              t('最多计几次'),
              r => (
                <InputNumber
                  min={1}
                  max={100}
                  precision={0}
                  value={r.maxCount}
                  aria-label={`${r.title} ${t('最多计几次')}`}
                  onChange={value => change(r.id, { maxCount: value })}
                />
              ),
            ],
            [t('启用'), r => <Switch checked={r.isEnabled} aria-label={`${r.title} ${t('启用')}`} onChange={isEnabled => change(r.id, { isEnabled })} />],
          ]}
        />
      </Sheet>
      {seen ? <Seen of={seen} /> : null}
    </>
  )
}
function Seen({ of }: { of: Replay }) {
  return (
    <>
      <Sheet
        title={t('上学期试算')}
        note={t('{{from}} 至 {{to}}', { from: formatDate(of.from), to: formatDate(of.to) })}
        actions={<ActionButton of={applyPlan} input={{ id: of.id }} confirm={t('新规则马上生效，名单会重新计算。')} />}
      >
        <PlainTable
          label={t('上学期试算')}
          rows={of.sums.flatMap(s => s ?? [])}
          keyOf={s => s.plan}
          columns={[
            [t('规则'), s => t(PLANS[s.plan]), { isHead: true }],
            [t('列入人次'), s => s.entries, { isNumber: true }],
            [t('其中已有结论'), s => s.judged, { isNumber: true }],
            [t('其中误报'), s => (s.judged ? `${s.falseAlarms}（${percentOf(s.falseAlarms, s.judged)}%）` : MISSING), { isNumber: true }],
          ]}
        />
      </Sheet>
      <Sheet title={t('各辅导员')}>
        <PlainTable
          label={t('各辅导员')}
          rows={of.counsellors.flatMap(c => c ?? [])}
          keyOf={c => `${c.departmentName} ${c.counsellorName}`}
          isLong
          empty={t('上学期没有信号')}
          columns={[
            [t('学院'), c => c.departmentName ?? MISSING, { isHead: true }],
            [t('辅导员'), c => c.counsellorName ?? MISSING],
            [t('现在的规则'), c => c.now, { isNumber: true }],
            [t('新规则'), c => c.planned, { isNumber: true }],
            [t('新规则每周'), c => c.perWeek, { isNumber: true }],
            [t('最多的一周'), c => c.mostInWeek, { isNumber: true }],
          ]}
        />
      </Sheet>
    </>
  )
}
