import { Select } from 'antd'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { applicationStates } from '../../model/application.ts'
import { saveChoices } from '../../model/own-actions.ts'
import { CHANGES } from '../changes.ts'
import type { Mine, StepProps } from './mine.ts'

/** 30-EA2, 30-EA4: ordered wishes, among the plans open to the category. */
export function Choices({ of, row, applicant }: StepProps) {
  const labels = new Map(of.plans.flatMap(p => (p ? [[p.id, p.label] as const] : [])))
  const isOpen = of.isOpen && applicationStates.allows(row, 'saveChoices')
  const [latest] = of.versions
  return (
    <Sheet title={t('4. 志愿')}>
      {row.choices.length ? (
        <ol>
          {row.choices.map(id => (
            <li key={id}>{labels.get(id ?? '') ?? '—'}</li>
          ))}
        </ol>
      ) : (
        <p className="ql-quiet">{t('还没有填报')}</p>
      )}
      {row.obeyAdjust ? <p>{t('服从调剂')}</p> : null}
      {latest ? (
        <p className="ql-quiet">
          {t('第 {{n}} 版，{{time}} 保存', { n: latest.seq, time: formatDatetime(latest.savedAt) })}
          {latest.confirmedAt ? t('，{{time}} 确认', { time: formatDatetime(latest.confirmedAt) }) : t('，还没有确认')}
        </p>
      ) : null}
      {isOpen ? (
        <FormButton
          of={saveChoices}
          input={{ id: row.id }}
          initial={{ choices: row.choices, obeyAdjust: row.obeyAdjust }}
          changes={CHANGES}
          note={row.state === 'pending' ? t('改动后报名回到填写中，须重新确认并提交。') : t('先填的优先。每一版都保留，以最后确认的为准。')}
          layout={[{ field: 'choices', render: props => <Wishes of={of} category={applicant.category} {...props} /> }, ...(of.adjust ? ['obeyAdjust' as const] : [])]}
        >
          {t('填报志愿')}
        </FormButton>
      ) : null}
    </Sheet>
  )
}
function Wishes({ of, category, value, onChange, disabled }: DrawnInput & { of: Mine; category: string | null }) {
  const chosen = (value as ReadonlyArray<string | null> | undefined) ?? []
  const open = of.plans.flatMap(p => (p && category && p.categories.includes(category) ? [p] : []))
  const put = (at: number, id: string | undefined) => {
    const next = Array.from({ length: of.maxChoices }, (_, n) => (n === at ? id : chosen[n]) ?? '')
    onChange(next.filter(Boolean))
  }
  if (!open.length) return <p className="ql-quiet">{category ? t('没有招你这一类考生的计划') : t('请先填写个人信息里的考生类别')}</p>
  return (
    <Stack gap={2}>
      {Array.from({ length: of.maxChoices }, (_, n) => n).map(n => (
        <Select
          key={n}
          allowClear
          aria-label={t('第 {{n}} 志愿', { n: n + 1 })}
          placeholder={t('第 {{n}} 志愿', { n: n + 1 })}
          disabled={disabled || n > chosen.length}
          value={chosen[n] ?? undefined}
          onChange={id => put(n, id)}
          options={open.map(p => ({
            value: p.id,
            label: p.tuition === null ? p.label : t('{{plan}}（学费 {{amount}} 元/年）', { plan: p.label, amount: formatMoney(p.tuition) }),
            disabled: chosen.includes(p.id) && chosen[n] !== p.id,
          }))}
        />
      ))}
    </Stack>
  )
}
