import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { majorCert } from '../model/major-cert.ts'

/** 技能证书 → 专业证书要求: what majors ask of their students. */
export default function MajorCertPage() {
  return (
    <EntityTable<typeof majorCert>
      of={majorCert}
      title={t('专业证书要求')}
      columns={[
        { key: 'majorId', width: 200, align: 'left' },
        { key: 'grade', width: 100, render: row => row.grade ?? t('所有年级') },
        { key: 'catalogId', width: 260, align: 'left' },
        { key: 'relation', width: 100 },
        { key: 'minLevel', width: 140 },
      ]}
      facts={['majorId', 'relation', 'minLevel']}
      filters={['majorId', 'catalogId', 'grade', 'relation']}
      form={{ layout: ['majorId', 'grade', 'catalogId', 'relation', 'minLevel'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各专业要求或推荐学生考哪些证书。必考的证书用于毕业审核和双证率。'),
  who: t('学工处设置，学院和辅导员查看；学生在“我的证书”里看到自己专业的。'),
  first: t('一般不填年级，所有年级都适用；某个年级另有要求的，再加一条。'),
})
