import { Button } from 'antd'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { HOUR_MS } from '#model/days.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { orderStates } from '../../model/order.ts'
import { sheetStates } from '../../model/sheet.ts'
import { declineSheet, suspendSheet } from '../../model/work-actions.ts'
import { TimeLeft } from '../TimeLeft.tsx'
import { FinishPanel } from './FinishPanel.tsx'
import type { Job, Work } from './useWork.ts'

/** Usual promises: within the hour, within two, tomorrow morning. */
const COMING = [
  { label: '1 小时内到', after: HOUR_MS },
  { label: '2 小时内到', after: 2 * HOUR_MS },
  { label: '明天到', after: 24 * HOUR_MS },
] as const

/** One sheet on the route, with its next step. */
export function JobCard({ job, work, isNamed }: { job: Job; work: Work; isNamed: boolean }) {
  const [isFinishing, setFinishing] = useState(false)
  const isSuspended = job.orderState === 'suspended'
  const can = (verb: keyof typeof sheetStates.verbs): boolean => sheetStates.allows(job, verb)
  const step = (name: 'arrive' | 'resume') => void work.record(name, { id: job.id })
  return (
    <Sheet title={job.place ?? ''} isNamed={isNamed} actions={isSuspended ? <StateTag of={orderStates} state="suspended" /> : <StateTag of={sheetStates} state={job.state} />}>
      <p>
        {job.typeName} · {job.urgencyName} · <TimeLeft of={{ state: job.orderState, dueFinish: job.dueFinish, doneAt: job.doneAt, resumeOn: job.resumeOn }} />
      </p>
      <p>{job.description}</p>
      <p className="ql-quiet">
        {[job.slots.join(t('，')), job.enterAlone ? t('可以进门') : t('须有人在'), job.comingAt && t('预计 {{time}} 上门', { time: formatDatetime(job.comingAt) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <FileLinks ids={job.photos} label={t('照片')} />
      <Row as="footer">
        {job.phone ? (
          <Button icon={<Phone size={15} />} href={`tel:${job.phone}`}>
            {job.applicantName ?? job.phone}
          </Button>
        ) : null}
        {can('accept')
          ? COMING.map(({ label, after }) => (
              <Button key={label} type="primary" onClick={() => void work.record('accept', { id: job.id, comingAt: new Date(Date.now() + after).toISOString() })}>
                {t(label)}
              </Button>
            ))
          : null}
        {can('decline') ? (
          <>
            <Button onClick={() => step('arrive')}>{t('到场')}</Button>
            <FormButton of={declineSheet} input={{ id: job.id }} />
          </>
        ) : null}
        {can('resume') && isSuspended ? <Button onClick={() => step('resume')}>{t('恢复')}</Button> : null}
        {can('finish') && !isSuspended ? (
          <>
            <Button type="primary" onClick={() => setFinishing(true)}>
              {t('完工')}
            </Button>
            <FormButton of={suspendSheet} input={{ id: job.id }} layout={['reason', 'resumeOn', 'note']} />
          </>
        ) : null}
      </Row>
      {isFinishing ? <FinishPanel job={job} work={work} onClose={() => setFinishing(false)} /> : null}
    </Sheet>
  )
}
