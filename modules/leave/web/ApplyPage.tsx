import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Choices } from '#modules/workflow/applications/web/public/Choices.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { leaveApplication } from '../model/application.ts'
import { type Prefilled, prefilledBy } from '../model/apply-link.ts'
import { TimeCard } from './apply/TimeCard.tsx'
import { useApplication } from './apply/useApplication.ts'
import { LessonTable, missedSections, OutcomeLine, type Preview, Warnings } from './Outcome.tsx'

type FormStart = BegunOf<typeof leaveApplication>
type Mine = MineOf<typeof leaveApplication>

/** 我要请假: type, time, reason; the consequences are shown while typing. */
export default function LeaveApplyPage() {
  return (
    <ApplyPage draft="leave.apply" of={leaveApplication} title={t('请假')} onlyStudents={t('当前账号不是学生，不能为自己请假')} refused={t('这份请假不能修改')}>
      {(known, row, params) => <Form key={row?.id ?? 'new'} known={known} row={row} typeId={params.get('type')} prefilled={prefilledBy(params)} />}
    </ApplyPage>
  )
}
/** The leave as form values. */
const valuesOf = (row: Mine) => ({ ...row, proofs: row.proofs ?? [], reason: row.reason ?? '' })
const firstType = (known: FormStart, code: string | null): string =>
  (known.types.find(x => x?.code === code) ?? known.types.find(x => x?.code === 'personal') ?? known.types[0])?.id ?? ''

interface FormProps {
  known: FormStart
  row: Mine | undefined
  typeId: string | null
  /** Values from a link of another form. */
  prefilled: Partial<Prefilled>
}
function Form({ known, row, typeId: wanted, prefilled }: FormProps) {
  const typeOf = (id: string) => known.types.find(x => x?.id === id)
  const application = useApplication({
    id: row?.id,
    prefilled,
    values: row
      ? valuesOf(row)
      : {
          typeId: firstType(known, wanted),
          contactName: known.contactName,
          contactPhone: known.contactPhone,
          leavesCampus: false,
          leavesCity: false,
          cantonCode: known.homeCanton,
          address: known.homeAddress,
        },
    isSensitive: id => typeOf(id)?.sensitive === true,
  })
  const { preview } = application
  return (
    <ApplicationForm of={application} title={row ? t('修改请假') : t('请假')} own={{ path: '/leave/mine', label: t('我的请假') }} isBlocked={Boolean(preview?.problems.length)}>
      <Types known={known} typeId={application.typeId} onPick={application.setTypeId} />
      <TimeCard
        picked={application.picked}
        days={preview?.days}
        recent={known.recent.filter(r => r?.id !== row?.id)}
        shift={application.shift}
        onPick={application.pick}
        onShift={application.setShift}
      />
      <Consequences preview={preview} />
    </ApplicationForm>
  )
}
function Types({ known, typeId, onPick }: { known: FormStart; typeId: string; onPick: (id: string) => void }) {
  const options = known.types.flatMap(type => (type ? [{ value: type.id, label: t(type.name) }] : []))
  return <Choices label={t('类型')} name="leave-type" options={options} value={typeId} onPick={onPick} />
}
/** Level, lessons and warnings; refetched on every change, with the previous result shown meanwhile. */
function Consequences({ preview }: { preview: Preview | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (!preview) return <Bars lines={3} />
  const missed = missedSections(preview)
  return (
    <>
      <OutcomeLine of={preview} />
      <Sheet label={t('缺课')}>
        <Row gap={3} spread="between">
          <h2>{preview.hasTimetable ? (missed ? t('会缺 {{n}} 节课', { n: missed }) : t('不缺课')) : t('还没有课表，不能核对缺课')}</h2>
          {missed ? (
            <Button type="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} icon={isOpen ? <ChevronUp size={16} /> : <ChevronDown size={16} />} iconPlacement="end">
              {t('查看 {{n}} 门课', { n: preview.courses.length })}
            </Button>
          ) : null}
        </Row>
        <Warnings of={preview} />
        {isOpen && missed ? <LessonTable of={preview} /> : null}
      </Sheet>
    </>
  )
}
