import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { tsItem, tsRecorder } from '../model/item.ts'

const VIEWS = { items: '项目', recorders: '记分员' } as const
export const about: PageFile['about'] = () => ({
  use: t('什么事加几分、扣几分，每周期最多多少，由谁登记。'),
  who: t('学工处、团委维护；学院、辅导员可以查看。'),
  first: t('学工处、学院、辅导员给自己的学生登记；宿舍管理员、班干部等在“记分员”里指定给哪些班级或楼栋登记。'),
})
/** 考核项目 */
export default function ItemPage() {
  const views = useView(VIEWS)
  const mayRecorders = useCan('totalScore:tsRecorder:list')
  const shown = mayRecorders ? <ViewSwitch of={views} /> : null
  return mayRecorders && views.view === 'recorders' ? <Recorders views={shown} /> : <Items views={shown} />
}
const Items = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof tsItem>
    of={tsItem}
    title={t('考核项目')}
    views={views}
    columns={[
      { key: 'code', width: 100 },
      { key: 'name', width: 200, align: 'left' },
      { key: 'schemeId', width: 180, align: 'left' },
      { key: 'categoryId', width: 120 },
      { key: 'direction', width: 80 },
      { key: 'pointsMin', width: 80 },
      { key: 'pointsMax', width: 80 },
      { key: 'unit', width: 90 },
      { key: 'capPerPeriod', width: 110 },
      { key: 'capTotal', width: 100 },
      { key: 'source', width: 100 },
      { key: 'applyWithinDays', width: 110 },
      { key: 'needsProof', hidden: true },
      { key: 'evidenceKind', hidden: true },
      { key: 'evidenceLevel', hidden: true },
      { key: 'isEnabled', width: 80 },
    ]}
    facts={['direction', 'pointsMax', 'unit']}
    filters={['schemeId', 'categoryId', 'direction', 'source', 'isEnabled']}
    form={{
      layout: [
        'schemeId',
        'categoryId',
        'code',
        'name',
        { title: '分值', fields: ['direction', 'unit', 'pointsMin', 'pointsMax', 'capPerPeriod', 'capTotal'] },
        {
          title: '来源',
          fields: [
            'source',
            { field: 'applyWithinDays', required: true, when: values => values.source === 'apply' },
            { field: 'needsProof', when: values => values.source === 'apply' },
            { field: 'evidenceKind', required: true, when: values => values.source === 'evidence' },
            { field: 'evidenceLevel', when: values => values.source === 'evidence' },
          ],
        },
        'isEnabled',
      ],
    }}
  />
)
const Recorders = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof tsRecorder>
    of={tsRecorder}
    title={t('记分员')}
    views={views}
    columns={[
      { key: 'userId', width: 120, align: 'left' },
      { key: 'itemIds', width: 260, align: 'left' },
      { key: 'classIds', width: 200, align: 'left' },
      { key: 'buildingIds', width: 160, align: 'left' },
      { key: 'from', width: 110 },
      { key: 'to', width: 110 },
    ]}
    facts={['from', 'to']}
    filters={['userId']}
    form={{ layout: ['userId', 'itemIds', 'classIds', 'buildingIds', 'from', 'to'] }}
  />
)
