import { Link } from 'react-router'
import widgetStyle from '#web/desk/widget.module.css'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { tile } from '../../model/query.ts'
import style from '../query.module.css'

/** Counts of the saved queries on the user's desktop. */
export default function QueriesWidget() {
  const read = useRead(tile, {})
  const { data } = read
  if (read.error && !data) return <Loading of={read} />
  const tiles = data ?? []
  return (
    <section className={widgetStyle.widget} aria-label={t('我的查询')}>
      {data && !tiles.length ? <p className="ql-quiet">{t('在查询里选择“显示在桌面”，结果会出现在这里')}</p> : null}
      <ul className={style.tiles}>
        {tiles.map(q => (
          <li key={q.id}>
            <Link to={`/query/queries?id=${q.id}`}>
              <small>{q.name}</small>
              <b>{q.total === null ? MISSING : formatNumber(q.total)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
