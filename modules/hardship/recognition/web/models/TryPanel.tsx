import { useState } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'
import { tryModel } from '../../model/actions.ts'

const ASKED = ['incomePerHead', 'studyingCount', 'supportCount', 'specialGroup', 'isIll', 'review'] as const
const LAYOUT = ASKED.map(field => ({ field }))
/** A made-up student: what the model makes of the answers. */
export function TryPanel({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [initial] = useState({ incomePerHead: 600_000, studyingCount: 2, supportCount: 1 })
  const form = useFields(tryModel.input, LAYOUT, initial)
  const given = Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== null && value !== undefined && value !== ''))
  const { data } = useRead(tryModel, { ...given, id }, { keeps: true })
  const levels = useDict(aidLevel)
  return (
    <Panel open title={t('试填 {{name}}', { name })} onClose={onClose} size={720}>
      <Stack>
        <Fields form={form} />
        {data ? (
          <>
            <Figures label={t('结果')}>
              <Figure label={t('指标分')} value={data.indexScore} />
              <Figure label={t('总分')} value={data.finalScore} />
              <Figure label={t('建议等级')} value={data.level ? dictLabel(levels, data.level) : t('不认定')} />
            </Figures>
            <PlainTable
              label={t('得分')}
              rows={data.detail}
              keyOf={d => d.question}
              columns={[
                [t('问题'), d => d.question, { isHead: true }],
                [t('回答'), d => d.answer],
                [t('分'), d => d.points, { isNumber: true }],
                [t('权重'), d => d.weight, { isNumber: true }],
              ]}
            />
          </>
        ) : null}
      </Stack>
    </Panel>
  )
}
