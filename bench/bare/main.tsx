import { Button, Table } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Cell texts of the rows, by column number. */
type Row = Record<string, string> & { key: string }

/** The least a list can be: antd's table and button over the same rows, without filters, permissions, translation or a shell. */
function Bare() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const load = (size: number): void => {
      void fetch(`/rows?size=${size}`)
        .then(answer => answer.json() as Promise<string[][]>)
        .then(cells => setRows(cells.map((texts, key) => ({ ...Object.fromEntries(texts.map((text, at) => [String(at), text])), key: String(key) }))))
    }
    load(20)
    Object.assign(globalThis, { load })
  }, [])
  const columns = Object.keys(rows[0] ?? {})
    .filter(name => name !== 'key')
    .map(name => ({ title: name, dataIndex: name }))
  return <Table dataSource={[...rows]} columns={[...columns, { title: '操作', render: () => <Button type="link">修改</Button> }]} pagination={false} />
}
const root = document.getElementById('root')
if (root) createRoot(root).render(<Bare />)
