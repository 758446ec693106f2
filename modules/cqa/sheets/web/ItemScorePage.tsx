import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { cqaItemScore } from '../model/item-score.ts'

/** 综合测评 → 项目得分: scores of indexes that come from lists. */
export default function ItemScorePage() {
  return (
    <EntityTable<typeof cqaItemScore>
      of={cqaItemScore}
      title={t('项目得分')}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'schemeId', width: 220, align: 'left' },
        { key: 'indexCode', width: 110 },
        { key: 'score', width: 100 },
      ]}
      facts={['schemeId', 'indexCode', 'score']}
      filters={['schemeId', 'studentId', 'indexCode', 'score']}
      form={{ layout: ['schemeId', 'studentId', 'indexCode', 'score'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('导入别的部门给的分数，如体质测试：方案里得分来源是“导入”的指标用它。'),
  who: t('学工处导入，学院、辅导员和班主任查看各自范围内的学生。'),
  first: t('下载模板，填测评方案、学号、指标代码和得分再导入；导完到“测评结果”重新计算。'),
})
