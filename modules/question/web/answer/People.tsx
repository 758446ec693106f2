import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { exportRows, questionRows } from '../../model/actions.ts'

interface Asked {
  code: string
  on: string
  departmentId: string | null
  grade: number | null
}
/** Who is behind the number, as far as the reader may know. */
export function People({ asked }: { asked: Asked }) {
  const [page, setPage] = useState({ page: 1, size: 20 })
  const read = useRead(questionRows, { ...asked, current: page.page, size: page.size }, { keeps: true })
  const total = read.data?.page.total ?? 0
  return (
    <Sheet
      title={read.data?.title ?? t('名单')}
      note={read.data ? t('{{n}} 条', { n: total }) : undefined}
      actions={total ? <DownloadButton of={exportRows} input={asked} /> : null}
    >
      <Loaded of={read} lines={5}>
        {data => (
          <>
            <PlainTable
              label={t('名单')}
              rows={data.result.map((row, n) => row && { ...row, n })}
              keyOf={row => row.n}
              isCardsOnPhone
              empty={t('没有这样的学生')}
              columns={[
                [t('姓名'), row => <Link to={`/student/profile?id=${row.studentId}`}>{row.name}</Link>, { isHead: true }],
                [t('学号'), row => row.studentNo ?? MISSING],
                [t('班级'), row => row.className ?? MISSING],
                ...data.columns.map((title, n) => [title ?? '', (row: { cells: readonly (string | null)[] }) => row.cells[n] || MISSING] as const),
              ]}
            />
            {total > page.size ? <Pager state={page} total={total} onChange={part => setPage({ page: 1, size: page.size, ...part })} /> : null}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}
