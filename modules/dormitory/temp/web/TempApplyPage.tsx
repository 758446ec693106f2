import { ChevronRight } from 'lucide-react'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Choices } from '#modules/workflow/applications/web/public/Choices.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { useDict } from '#web/values/useDict.ts'
import { tempApplication } from '../model/application.ts'
import { tempPlaceType } from '../model/temp-location.ts'
import { OutcomeLine } from './OutcomeLine.tsx'
import style from './public/temp.module.css'
import { TimeCard } from './TimeCard.tsx'
import { useTemp } from './useTemp.ts'

type FormStart = BegunOf<typeof tempApplication>
type Mine = MineOf<typeof tempApplication>

/** 申请外宿: time, address, reason; phone first. */
export default function TempApplyPage() {
  return (
    <ApplyPage draft="dormitory.temp" of={tempApplication} title={t('申请外宿')} onlyStudents={t('当前账号不是学生，不能申请临时外宿')} refused={t('这份外宿不能修改')}>
      {(known, row) => (known.problem ? <Empty title={known.problem} /> : <Form key={row?.id ?? 'new'} known={known} row={row} />)}
    </ApplyPage>
  )
}
/** Prefilled: last place and contact on record. */
const beginning = ({ placeType, cantonCode, address, contactName, contactPhone }: FormStart) => ({
  placeType,
  cantonCode,
  address,
  contactName,
  contactPhone,
  guardianInformed: false,
})

function Form({ known, row }: { known: FormStart; row: Mine | undefined }) {
  const temp = useTemp({ id: row?.id, values: row ? { ...row, proofs: row.proofs ?? [] } : beginning(known), submitBefore: known.submitBefore })
  const { contactName, contactPhone } = temp.form.values
  const more = (
    <button type="button" className={style.more} onClick={temp.showMore}>
      <span>{t('紧急联系人')}</span>
      <b>
        {String(contactName)} {String(contactPhone)}
      </b>
      <ChevronRight size={18} aria-hidden="true" />
    </button>
  )
  return (
    <ApplicationForm
      of={temp}
      title={row ? t('修改外宿申请') : t('申请外宿')}
      own={{ path: '/dormitory/temp/mine', label: t('我的外宿') }}
      isBlocked={Boolean(temp.preview?.problems.length)}
      more={temp.showsMore ? null : more}
    >
      <TimeCard picked={temp.picked} onPick={temp.pick} />
      <OutcomeLine of={temp.preview} />
      <Places placeType={temp.placeType} onPick={temp.setPlaceType} />
    </ApplicationForm>
  )
}
function Places({ placeType, onPick }: { placeType: string; onPick: (code: string) => void }) {
  const places = useDict(tempPlaceType).filter(p => p.isEnabled || p.key === placeType)
  return <Choices label={t('外宿地点')} name="temp-place" options={places.map(p => ({ value: p.key, label: p.label }))} value={placeType} onPick={onPick} />
}
