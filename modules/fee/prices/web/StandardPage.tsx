import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { schoolYearOf, yearBefore } from '#modules/campus/model/school-year.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { copyStandards } from '../model/actions.ts'
import { chargeStandard } from '../model/charge-standard.ts'
import { PricePanel } from './PricePanel.tsx'
import { PriceTable } from './PriceTable.tsx'

const VIEWS = { list: '列表', table: '对照表' } as const
/** 缴费管理 → 收费标准: as a list, and as a table by major and entry year, or by kind of room and year. */
export default function StandardPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  return views.view === 'table' ? <PriceTable views={shown} /> : <Standards views={shown} />
}
function Standards({ views }: { views: ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  const xn = schoolYearOf(schoolDate(Date.now()))
  return (
    <>
      <EntityTable<typeof chargeStandard>
        of={chargeStandard}
        title={t('收费标准#many')}
        views={views}
        toolbar={
          <>
            <Button onClick={() => setAsked(true)}>{t('查学生的标准')}</Button>
            <FormButton
              of={copyStandards}
              initial={{ from: yearBefore(xn), to: xn }}
              note={t('已经有标准的不变；只给当年新生的标准，年级往后移。沿用后请逐条核对金额，并附新的文件依据。')}
              changes={['chargeStandard']}
            />
          </>
        }
        columns={[
          { key: 'itemId', width: 150, align: 'left' },
          { key: 'xn', width: 120 },
          { key: 'gradeFrom', width: 90 },
          { key: 'gradeTo', width: 90 },
          { key: 'departmentId', width: 160 },
          { key: 'majorId', width: 160 },
          { key: 'educationLevel', width: 120 },
          { key: 'buildingId', width: 140 },
          { key: 'roomType', width: 150 },
          { key: 'amount', width: 130 },
          { key: 'published', width: 90 },
        ]}
        filters={['itemId', 'xn', 'departmentId', 'majorId', 'educationLevel', 'roomType']}
        form={{
          layout: [
            'itemId',
            'xn',
            'gradeFrom',
            'gradeTo',
            'campusId',
            'departmentId',
            'majorId',
            'educationLevel',
            'studentCategory',
            'buildingId',
            'roomType',
            'amount',
            'perCredit',
            'docFiles',
            'published',
          ],
        }}
      />
      {isAsked ? <PricePanel xn={xn} onClose={() => setAsked(false)} /> : null}
    </>
  )
}
