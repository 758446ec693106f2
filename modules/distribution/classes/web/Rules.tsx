import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { EntityForm } from '#web/forms/EntityForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Facts, useRecord } from '#web/records/RecordDetail.tsx'
import { useCan } from '#web/session/useCan.ts'
import { distributionPlan, type planStates } from '../model/plan.ts'
import style from './board.module.css'
import { ScoreFactInput } from './ScoreFactInput.tsx'

/** The rules of the plan, which can be changed until it is published. */
export function Rules({ id, state }: { id: string; state: keyof typeof planStates.labels }) {
  const read = useRecord(distributionPlan, id)
  const mayUpdate = useCan('distribution:distributionPlan:update') && state !== 'published'
  const [isEdited, setEdited] = useState(false)
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  return (
    <Sheet
      title={t('规则')}
      className={style.rules}
      actions={
        mayUpdate ? (
          <Button size="small" onClick={() => setEdited(true)}>
            {t('修改')}
          </Button>
        ) : null
      }
    >
      <Facts of={distributionPlan} row={{ ...data }} names={['grade', 'balance', 'scoreFact', 'seed', 'studentCount', 'placedCount']} />
      {isEdited ? (
        <EntityForm
          of={distributionPlan}
          id={id}
          layout={['name', 'balance', { field: 'scoreFact', render: props => <ScoreFactInput {...props} /> }, 'seed']}
          onClose={() => setEdited(false)}
        />
      ) : null}
    </Sheet>
  )
}
