import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { mhScale } from '../model/scale.ts'
import { CutoffInput } from './CutoffInput.tsx'

export const about: PageFile['about'] = () => ({
  use: t('普查用的量表：怎么计分，从几分起建议关注。'),
  who: t('只有心理中心能看、能改。'),
  first: t('先核定每个量表的界值，随附的只是示例；有题目的可以在线作答，其他的导入结果。'),
})
/** 量表管理 */
export default function ScalePage() {
  return (
    <EntityTable<typeof mhScale>
      of={mhScale}
      title={t('量表管理')}
      columns={[
        { key: 'name', width: 260, align: 'left' },
        { key: 'edition', width: 140 },
        { key: 'itemCount', width: 90 },
        { key: 'isOnline', width: 120, render: row => (row.isOnline ? <State tone="done">{t('可在线作答')}</State> : t('只导入结果')) },
        { key: 'isEnabled', width: 90 },
      ]}
      facts={['edition', 'itemCount', 'isOnline']}
      filters={['isEnabled']}
      form={{
        size: 720,
        layout: [
          { title: '量表', fields: ['name', 'edition', 'licenceNote', 'isEnabled'] },
          { title: '界值', fields: [{ field: 'cutoffs', render: props => <CutoffInput {...props} /> }] },
        ],
      }}
    />
  )
}
