import { Button } from 'antd'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { quickStart } from '../model/actions.ts'
import { signTask, taskActions } from '../model/sign-task.ts'
import { fenceInput } from './tasks/FenceInput.tsx'
import { minutesInput, waysInput, weekdayInput } from './tasks/inputs.tsx'
import { QuickPanel } from './tasks/QuickPanel.tsx'

const repeats = (values: Readonly<Record<string, unknown>>): boolean => values.repeat === 'daily' || values.repeat === 'weekly'
const TRUST = '浏览器不能证明位置是真的。重要的签到请同时用两种方式，并选“全部都要”。'

/** 签到管理 → 任务: one-off and recurring tasks; quick start of a class meeting. */
export default function TaskPage() {
  const go = useNavigate()
  const mayStart = useCan(quickStart.permission)
  const [isQuick, setQuick] = useState(false)
  return (
    <>
      <RoundTable
        title={t('签到任务#many')}
        of={signTask}
        actions={taskActions}
        views={
          mayStart ? (
            <Button icon={<Zap size={16} />} onClick={() => setQuick(true)}>
              {t('快速发起')}
            </Button>
          ) : null
        }
        columns={[
          { key: 'kind', width: 100 },
          { key: 'repeat', width: 90 },
          { key: 'ownerId', title: t('发布人'), width: 110 },
        ]}
        fields={[
          {
            title: '时间',
            fields: [
              'kind',
              'repeat',
              { field: 'weekdays', when: v => v.repeat === 'weekly', render: weekdayInput },
              { field: 'openTime', when: repeats },
              { field: 'closeTime', when: repeats },
              'lateTime',
              { field: 'skipsHolidays', when: repeats },
              { field: 'remindAt', render: minutesInput },
            ],
          },
          {
            title: '方式',
            note: <p className="ql-help">{t(TRUST)}</p>,
            fields: [
              { field: 'ways', render: waysInput },
              'wayRule',
              { field: 'fences', when: v => Array.isArray(v.ways) && v.ways.includes('location'), render: fenceInput },
              'direction',
            ],
          },
          { title: '结果', fields: ['exempt', 'makeupHours', 'countsForEvidence'] },
        ]}
        initial={{
          audience: { roles: ['student'] },
          kind: 'meeting',
          repeat: 'once',
          ways: ['qr'],
          wayRule: 'any',
          direction: 'in',
          exempt: true,
          makeupHours: 24,
          skipsHolidays: true,
        }}
      />
      {isQuick ? <QuickPanel onClose={() => setQuick(false)} onStarted={id => void go(`/signIn/board?id=${id}`)} /> : null}
    </>
  )
}
