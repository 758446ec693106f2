import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { uncoveredStudents } from '../model/actions.ts'

/** Who is in no scheme of the period, by class. */
export function UncoveredPanel({ scheme, onClose }: { scheme: { id: string; name: string }; onClose: () => void }) {
  const read = useRead(uncoveredStudents, { id: scheme.id })
  return (
    <Panel open title={t('与“{{name}}”同一时期没有测评的学生', { name: scheme.name })} onClose={onClose}>
      <Loaded of={read} empty={({ count }) => (count ? undefined : t('在校学生都在测评方案里'))}>
        {({ count, from, to, classes }) => (
          <Stack>
            <p>{t('{{from}} 至 {{to}}，{{count}} 名在校学生不在任何已发布的方案里。', { from: formatDate(from), to: formatDate(to), count })}</p>
            <PlainTable
              label={t('各班级')}
              rows={classes}
              keyOf={c => c.id ?? ''}
              isLong
              columns={[
                [t('班级'), c => (c.id ? <Link to={`/base/students?classId=${c.id}`}>{c.name}</Link> : c.name), { isHead: true }],
                [t('学生'), c => c.count, { isNumber: true }],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
