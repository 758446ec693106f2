import { InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { rulesOf, saveRules, TRIED_DAYS, tryRules } from '../model/attention-rule.ts'

type Rules = AnswerOf<typeof rulesOf>
type Rule = NonNullable<Rules['rules'][number]>
type Tried = AnswerOf<typeof tryRules>
export const about: PageFile['about'] = () => ({
  use: t('哪些事实算关注信号，看多少天，各计多少。'),
  who: t('心理中心的老师看得到，由中心主任调整。'),
  first: t('改数字，点“试算”，看近 90 天会提出多少学生，满意再点“启用新规则”。'),
})
/** 信号规则: a draft is tried on the facts of the last ninety days before it is used. */
export default function RulesPage() {
  const read = useRead(rulesOf, {})
  return (
    <Page title={t('信号规则')} help={t('合计达到 {{n}} 时提出关注，只提出，由人确认。界线在系统参数里改。', { n: read.data?.threshold ?? MISSING })}>
      <Loaded of={read} lines={8}>
        {({ rules, canEdit }) => <Draft key={JSON.stringify(rules)} rules={rules.flatMap(r => r ?? [])} canEdit={canEdit} />}
      </Loaded>
    </Page>
  )
}
function Draft({ rules, canEdit }: { rules: readonly Rule[]; canEdit: boolean }) {
  const [edited, setEdited] = useState(rules)
  const [seen, setSeen] = useState<Tried>()
  const change = (id: string, patch: Partial<Rule>) => {
    setEdited(edited.map(r => (r.ruleId === id ? { ...r, ...patch } : r)))
    setSeen(undefined)
  }
  const input = { rules: edited.map(({ ruleId, windowDays, weight, isEnabled }) => ({ ruleId, windowDays, weight, isEnabled })) }
  const counted = new Map(seen?.rules.flatMap(r => (r ? [[r.ruleId, r] as const] : [])))
  const number = (r: Rule, field: 'windowDays' | 'weight', max: number, label: string) => (
    <InputNumber
      min={1}
      max={max}
      precision={0}
      value={r[field]}
      aria-label={`${r.title} ${label}`}
      onChange={value => (value ? change(r.ruleId, { [field]: value }) : undefined)}
    />
  )
  return (
    <Stack>
      <Sheet
        title={t('信号规则')}
        actions={
          <Row>
            <ActionButton of={tryRules} input={input} type={seen ? 'default' : 'primary'} done={false} onDone={setSeen} />
            {canEdit && seen ? (
              <ActionButton
                of={saveRules}
                input={input}
                type="primary"
                confirm={t('以后的信号按新规则计；已经记下的不变。按近 90 天算，会提出 {{n}} 名学生。', { n: seen.students })}
              />
            ) : null}
          </Row>
        }
      >
        <PlainTable
          label={t('信号规则')}
          rows={edited}
          keyOf={r => r.ruleId}
          isCardsOnPhone
          columns={[
            [t('信号'), r => r.title, { isHead: true }],
            [t('看多少天'), r => number(r, 'windowDays', TRIED_DAYS, t('看多少天'))],
            [t('计多少'), r => number(r, 'weight', 20, t('计多少'))],
            [t('启用'), r => <Switch checked={r.isEnabled} aria-label={`${r.title} ${t('启用')}`} onChange={isEnabled => change(r.ruleId, { isEnabled })} />],
            [t('事实（件）'), r => counts(counted.get(r.ruleId)?.facts), { isNumber: true }],
            [t('学生（人）'), r => counts(counted.get(r.ruleId)?.students), { isNumber: true }],
          ]}
        />
      </Sheet>
      {seen ? (
        <Figures label={t('近 90 天')}>
          <Figure label={t('近 90 天会提出的学生')} value={seen.students} />
          <Figure label={t('按现在的规则')} value={seen.now} />
        </Figures>
      ) : null}
    </Stack>
  )
}
const counts = (n: number | undefined): string => (n === undefined ? MISSING : formatNumber(n))
