import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { todoTypes } from '../../model/todo.ts'

/** Alike approvals are signed by list. */
export function Bundles() {
  const read = useRead(todoTypes, { kind: 'approval' }, { follows: 'todo', keeps: true })
  const several = (read.data ?? []).filter(type => type.count > 1 && type.link)
  if (!several.length) return null
  return (
    <Row>
      {several.map(type => (
        <Link key={type.bizType} to={type.link ?? ''}>
          {t('{{name}} {{n}} 件，一起审批', { name: type.name, n: type.count })}
        </Link>
      ))}
    </Row>
  )
}
