import { Button, Segmented } from 'antd'
import { ArrowRightLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { classStaff } from '../model/people.ts'
import { handOver } from '../model/people-actions.ts'
import { LAYOUT, StaffGrid } from './StaffGrid.tsx'

const HandOverPanel = lazily(() => import('./HandOverPanel.tsx').then(m => ({ default: m.HandOverPanel })))

export const about: PageFile['about'] = () => ({
  use: t('哪个班由哪位辅导员、班主任带，从哪天到哪天。审批、消息和数据范围都跟着它走。'),
  who: t('学工处看全校，学院看本院。'),
  first: t('先处理没有辅导员的班级。换人用“带班交接”，没办完的事会一起转给接手的人。'),
})
/** Counsellors and head teachers on any day, and the history of relations. */
export default function ClassStaffPage() {
  const [view, setView] = useState<'grid' | 'all'>('grid')
  const [handing, setHanding] = useState<Readonly<Record<string, unknown>>>()
  const mayHandOver = useCan(handOver.permission)
  const switcher = (
    <Segmented
      value={view}
      onChange={setView}
      options={[
        { value: 'grid', label: t('按班级') },
        { value: 'all', label: t('全部关系') },
      ]}
    />
  )
  const handOverButton = (type: 'primary' | 'default') =>
    mayHandOver ? (
      <Button type={type} icon={<ArrowRightLeft size={15} />} onClick={() => setHanding({})}>
        {t('带班交接')}
      </Button>
    ) : null
  return (
    <>
      {view === 'grid' ? (
        <Page
          title={t('带班管理')}
          actions={
            <>
              {switcher}
              {handOverButton('primary')}
            </>
          }
        >
          <StaffGrid onHandOver={mayHandOver ? setHanding : undefined} />
        </Page>
      ) : (
        <EntityTable
          of={classStaff}
          title={t('带班管理')}
          toolbar={
            <>
              {switcher}
              {handOverButton('default')}
            </>
          }
          columns={['classId', 'role', 'teacherId', 'isPrimary', 'startDate', 'endDate', 'docNo', 'reason']}
          filters={['role', 'classId', 'teacherId', 'startDate', 'endDate']}
          form={{ layout: LAYOUT }}
        />
      )}
      <Suspense>{handing ? <HandOverPanel initial={handing} onClose={() => setHanding(undefined)} /> : null}</Suspense>
    </>
  )
}
