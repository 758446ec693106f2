const PATH = '/api/flySource-base/student/list'

/** The same call as curl and as Node. */
export const callExamples = (host: string): { curl: string; node: string } => ({
  curl: `HOST=${host}; KEY=100001-xxxxxxxxxxxxxxxx; SECRET=...
ADDRESS=${PATH}; QUERY='size=10'
TIME=$(date +%s%3N); NONCE=$(openssl rand -hex 16)
sha256() { openssl dgst -sha256 -r | cut -c1-64; }
BODY=$(printf '' | sha256)
HASHED=$(printf %s "$SECRET" | sha256)
SIGNATURE=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' GET "$ADDRESS" "$QUERY" "$BODY" "$TIME" "$NONCE" \\
  | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$HASHED" -r | cut -c1-64)
curl "$HOST$ADDRESS?$QUERY" -H "App-Key: $KEY" -H "App-Timestamp: $TIME" \\
  -H "App-Nonce: $NONCE" -H "App-Signature: $SIGNATURE"`,
  node: `import { createHash, createHmac, randomBytes } from 'node:crypto'

const host = '${host}', key = '100001-xxxxxxxxxxxxxxxx', secret = process.env.APP_SECRET
const path = '${PATH}', query = 'size=10'
const sha256 = text => createHash('sha256').update(text)
const time = String(Date.now()), nonce = randomBytes(16).toString('hex')
const text = ['GET', path, query, sha256('').digest('hex'), time, nonce].join('\\n')
const signature = createHmac('sha256', sha256(secret).digest()).update(text).digest('hex')

const answer = await fetch(\`\${host}\${path}?\${query}\`, {
  headers: { 'App-Key': key, 'App-Timestamp': time, 'App-Nonce': nonce, 'App-Signature': signature },
})
console.log(await answer.json())`,
})
