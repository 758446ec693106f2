import { Segmented, Select } from 'antd'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { GRADES } from '#modules/campus/web/grades.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { packPhotos, photoCoverage } from '../model/actions.ts'
import { KINDS, type Kind } from '../model/photo.ts'
import { ClassWall } from './wall/ClassWall.tsx'

const VIEWS = { enrolment: '入学照片', graduation: '毕业照片', admission: '录取照片', compare: '录取与入学对照' } as const

export const about: PageFile['about'] = () => ({
  use: t('按班级看谁有照片、谁还缺，把录取照片和入学照片放在一起比对。'),
  who: t('班主任和辅导员看自己的班，学院和学工处看数据范围内的班级。'),
  first: t('缺照片最多的班级排在最前面，点开后虚线框就是还缺的学生。'),
})
/** 照片管理 → 照片墙: classes with their holes, and the wall of one class. */
export default function WallPage() {
  const views = useView(VIEWS)
  const kind: Kind = views.view === 'compare' ? 'enrolment' : views.view
  const [params, , put] = useOwnParams()
  const classId = params.get('class')
  const pack = (
    <FormButton
      of={packPhotos}
      input={{ kind, ...(classId ? { classId } : {}) }}
      initial={{ pattern: '{xh}' }}
      icon={<Archive size={15} />}
      done={t('在后台打包，做完会在右上角提示')}
    />
  )
  return (
    <Page
      title={classId ? (params.get('name') ?? t('照片墙')) : t('照片墙')}
      {...(classId ? { back: () => put({ class: undefined, name: undefined }) } : {})}
      views={<ViewSwitch of={views} />}
      actions={pack}
    >
      {classId ? <ClassWall key={classId} classId={classId} kind={kind} isCompared={views.view === 'compare'} /> : <Classes kind={kind} />}
    </Page>
  )
}
function Classes({ kind }: { kind: Kind }) {
  const [grade, setGrade] = useState<string>()
  const [isAll, setAll] = useState(false)
  const read = useRead(photoCoverage, { kind, ...(grade ? { grade: Number(grade) } : {}) }, { keeps: true })
  return (
    <Loaded of={read} empty={rows => rows.length === 0 && t('数据范围内没有在校学生')}>
      {rows => {
        const sum = (of: 'students' | 'have' | 'pending') => rows.reduce((n, row) => n + (row?.[of] ?? 0), 0)
        const shown = rows.filter(row => row && (isAll || row.have < row.students || row.pending > 0))
        return (
          <>
            <Figures label={t(KINDS[kind])}>
              <Figure label={t('学生')} value={sum('students')} />
              <Figure label={t('有照片')} value={sum('have')} />
              <Figure label={t('缺照片')} value={sum('students') - sum('have')} />
              <Figure label={t('待审核')} value={sum('pending')} to="/photo/photos?view=pending" />
            </Figures>
            <Sheet
              title={t('按班级')}
              actions={
                <>
                  <Select aria-label={t('年级')} placeholder={t('全部年级')} allowClear value={grade} options={GRADES} onChange={setGrade} />
                  <Segmented
                    value={isAll ? 'all' : 'open'}
                    options={[
                      { value: 'open', label: t('有缺的') },
                      { value: 'all', label: t('全部') },
                    ]}
                    onChange={next => setAll(next === 'all')}
                  />
                </>
              }
            >
              <PlainTable
                label={t('按班级')}
                rows={shown}
                keyOf={row => row.classId}
                isLong
                empty={t('这些班级的照片都齐了')}
                columns={[
                  [t('班级'), row => <Link to={`/photo/wall?view=${kind}&class=${row.classId}&name=${encodeURIComponent(row.className)}`}>{row.className}</Link>, { isHead: true }],
                  [t('学生'), row => row.students, { isNumber: true }],
                  [t('有照片'), row => row.have, { isNumber: true }],
                  [t('缺照片'), row => row.students - row.have, { isNumber: true }],
                  [t('待审核'), row => row.pending, { isNumber: true }],
                ]}
              />
            </Sheet>
          </>
        )
      }}
    </Loaded>
  )
}
