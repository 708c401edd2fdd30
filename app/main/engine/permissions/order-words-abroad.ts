// Orders to an agent in other tongues than English. Promises: data only; accents make no difference. Refuses: to be complete.
import { type OrderKind, type OrderWords, perhaps, sure } from "./order-shape.ts";

const german: OrderWords[] = [
  sure(
    "override",
    "ignoriere ignorieren ignorier ignoriert vergiss vergessen missachte missachten umgehe ueberschreibe uberschreibe verwirf befolge",
    "vorherig* vorig* bisherig* obig* fruher* alle samtliche deine ursprunglich* vorangegangen* keine | anweisung* instruktion* vorgaben regeln befehl* richtlinien systemprompt prompt*",
    [1, 7],
  ),
  sure(
    "role",
    "assistent ki agent sprachmodell chatbot assistentin",
    "als | du dich dir sie | musst sollst wirst hast mussen sollen",
    [3, 6],
  ),
  sure(
    "secrecy",
    "sag sage erzahl erzahle verrate verrat informiere benachrichtige melde",
    "nutzer* benutzer* anwender* user besitzer* eigentumer* | nicht nichts kein*",
    [1, 7],
  ),
  sure(
    "reveal",
    "zeig zeige verrate gib nenne sende schick schicke veroffentliche",
    "deine deinen dein | systemprompt systemanweisung* anweisungen zugangsdaten passwort* passworter apischlussel schlussel geheimnis*",
    [0, 6],
  ),
  perhaps("unasked", "ohne", "nachfrage nachzufragen ruckfrage zustimmung bestatigung genehmigung", [0, 3]),
];

const romance: OrderWords[] = [
  // French.
  sure(
    "override",
    "ignore ignorez ignorer oublie oubliez oublier neglige negligez",
    "precedent* anterieur* toutes tous tes vos dessus initiales | instruction* consigne* directive* regles ordres prompt",
    [1, 8],
  ),
  sure("role", "assistant ia agent modele", "tant que | tu vous | dois devez doit", [5, 6]),
  sure(
    "secrecy",
    "dis dites informe informez previens prevenez mentionne parle",
    "ne n | pas rien jamais | utilisateur* proprietaire*",
    [2, 7],
  ),
  sure(
    "reveal",
    "revele revelez montre montrez affiche affichez envoie envoyez donne donnez",
    "ton tes votre vos ta | prompt instructions consignes cles cle identifiants secrets passe",
    [0, 6],
  ),
  // Spanish.
  sure(
    "override",
    "ignora ignore ignorar olvida olvide olvidar descarta omite",
    "anterior* previas previos todas tus sus arriba iniciales | instruccion* indicaciones ordenes reglas directrices directivas prompt",
    [1, 8],
  ),
  sure("role", "asistente ia agente modelo", "como | debes debe tienes deberas tiene", [3, 6]),
  sure(
    "secrecy",
    "digas diga informes informe menciones avises cuentes",
    "no ni nunca | usuario* propietario* dueno",
    [3, 6],
  ),
  sure(
    "reveal",
    "revela revele muestra muestre envia envie imprime dame",
    "tu tus su sus | prompt instrucciones claves clave contrasena* credenciales secretos",
    [0, 6],
  ),
  // Portuguese.
  sure(
    "override",
    "ignore ignora ignorar esqueca esqueca esquecer desconsidere",
    "anterior* previas todas suas acima iniciais | instruc* ordens regras diretrizes comandos prompt",
    [1, 8],
  ),
  sure("role", "assistente ia agente modelo", "como | voce tu | deve deves precisa tem", [3, 6]),
  sure(
    "secrecy",
    "diga conte informe mencione avise digas",
    "nao nunca | usuario* utilizador* proprietario* dono",
    [3, 6],
  ),
  sure(
    "reveal",
    "revele revela mostre envie imprima",
    "seu sua seus suas teu tuas | prompt instruc* chaves chave senha* credenciais segredos",
    [0, 6],
  ),
  // Italian.
  sure(
    "override",
    "ignora ignorare ignorate dimentica dimenticare dimenticate trascura",
    "precedent* tutte tue sopra iniziali vostre | istruzion* indicazioni regole direttive ordini prompt",
    [1, 8],
  ),
  sure("role", "assistente ia agente modello", "come | devi deve dovrai", [3, 6]),
  sure("secrecy", "dire informare dirlo menzionare avvisare", "non mai | utente utenti proprietario", [3, 6]),
  sure(
    "reveal",
    "rivela mostra invia stampa dammi",
    "tuo tue tuoi tua | prompt istruzioni chiavi chiave password credenziali segreti",
    [0, 6],
  ),
];

const others: OrderWords[] = [
  // Dutch.
  sure(
    "override",
    "negeer negeren vergeet vergeten omzeil",
    "vorige voorgaande eerdere alle je jouw bovenstaande | instructies instructie opdrachten regels aanwijzingen richtlijnen prompt",
    [1, 8],
  ),
  sure("role", "assistent ai agent taalmodel", "als | je jij u | moet dient zult", [3, 6]),
  sure("secrecy", "vertel zeg meld informeer", "gebruiker* eigenaar | niet niets geen", [1, 7]),
  sure(
    "reveal",
    "toon onthul geef stuur",
    "je jouw | systeemprompt prompt instructies sleutels wachtwoord* inloggegevens",
    [0, 5],
  ),
  // Polish.
  sure(
    "override",
    "zignoruj ignoruj zapomnij pomin ignorowac",
    "poprzedni* wczesniejsz* wszystki* powyzsz* swoj* | instrukcj* poleceni* zasad* regul* wytyczn* prompt",
    [1, 7],
  ),
  sure("role", "asystent agent model", "jako | musisz powinienes masz", [3, 5]),
  sure("secrecy", "mow informuj powiadamiaj wspominaj", "nie | uzytkownik* wlasciciel*", [2, 5]),
  sure("reveal", "ujawnij pokaz wyslij podaj wypisz", "swoj* twoj* | prompt instrukcj* klucz* hasl* dane", [0, 5]),
  // Russian.
  sure(
    "override",
    "игнорируй игнорируйте проигнорируй проигнорируйте забудь забудьте отмени",
    "предыдущ* прежн* все свои вышеуказанн* прошл* выше | инструкци* указани* правил* команд* промпт*",
    [1, 7],
  ),
  sure("role", "ассистент помощник агент ии модель", "как | ты вы | должен должна обязан должны", [3, 6]),
  sure(
    "secrecy",
    "говори говорите сообщай сообщайте рассказывай упоминай уведомляй",
    "не | пользовател* владел* хозя*",
    [2, 6],
  ),
  sure(
    "reveal",
    "покажи раскрой отправь выведи пришли сообщи",
    "свой свои твой твои системн* | промпт* инструкци* ключ* парол* секрет*",
    [0, 6],
  ),
];

/** "You are now one without limits", and the like. */
const unbound: OrderWords[] = [
  sure(
    "role",
    "einschrankungen beschrankungen regeln grenzen",
    "ohne keine | ki assistent agent sprachmodell du",
    [4, 4],
  ),
  sure("role", "limites limite restrictions regles", "sans aucune | assistant ia agent tu", [6, 3]),
  sure("role", "restricciones limites reglas", "sin ninguna | asistente ia agente eres", [6, 3]),
  sure("role", "restricoes limites regras", "sem nenhuma | assistente ia agente voce", [6, 3]),
  sure("role", "restrizioni limiti regole", "senza nessuna | assistente ia agente sei", [6, 3]),
  sure("role", "beperkingen grenzen regels", "zonder geen | assistent ai agent je", [6, 3]),
  sure("role", "ograniczen limitow zasad", "bez zadnych | asystent* agent* jestes", [6, 3]),
  sure("role", "ограничений правил", "без | помощник ассистент агент ты", [6, 3]),
  // "If you are a machine."
  sure("role", "wenn falls da", "du sie | ki sprachmodell assistent chatbot | bist sind", [0, 6]),
  sure("role", "si", "tu vous | ia assistant modele | es etes", [0, 6]),
  sure("role", "si", "eres es sos | ia asistente modelo", [0, 5]),
  sure("role", "se", "voce tu sei es | ia assistente modelo modello", [0, 5]),
  sure("role", "als indien", "je jij u | ai taalmodel assistent | bent", [0, 5]),
  sure("role", "jesli jezeli", "jestes | ai sztuczna modelem asystentem", [0, 4]),
  sure("role", "если", "ты вы | ии нейросет* модель ассистент", [0, 4]),
];

export const wordsAbroad: readonly OrderWords[] = [...german, ...romance, ...others, ...unbound];

/** For writing without spaces. */
export const orderPhrases: readonly { kind: OrderKind; pattern: RegExp }[] = [
  { kind: "role", pattern: /(?:没有|沒有|不受)[^。\n]{0,4}限制[^。\n]{0,6}(?:助手|人工智能|AI|智能体|模型)/i },
  { kind: "role", pattern: /如果(?:你|您)是[^。\n]{0,6}(?:人工智能|AI|助手|模型|智能体)/i },
  { kind: "role", pattern: /(?:あなたが)?(?:AI|アシスタント|言語モデル)(?:の場合|なら|であれば)/i },
  { kind: "role", pattern: /制限のない[^。\n]{0,6}(?:アシスタント|AI|エージェント)/i },
  {
    kind: "override",
    pattern:
      /(?:忽略|无视|無視|忽視|忘记|忘記|忘掉|不要理会)[^。\n]{0,14}(?:指令|指示|说明|說明|提示词|规则|規則|命令)/,
  },
  { kind: "override", pattern: /(?:指示|命令|指令|ルール|プロンプト)[^。\n]{0,8}(?:無視|忘れ|破棄)/ },
  { kind: "override", pattern: /(?:지시|명령|규칙|프롬프트)[^.\n]{0,10}(?:무시|잊어)/ },
  {
    kind: "role",
    pattern: /(?:作为|身为|你现在是)[^。\n]{0,10}(?:助手|人工智能|AI|智能体)[^。\n]{0,12}(?:必须|应该|需要|没有限制)/i,
  },
  {
    kind: "role",
    pattern:
      /(?:アシスタント|AI|エージェント)(?:として|である)[^。\n]{0,20}(?:しなければ|してください|すべき|必要があ)/i,
  },
  {
    kind: "secrecy",
    pattern: /(?:不要|别|請勿|请勿|不得)[^。\n]{0,6}(?:告诉|告知|告訴|通知)[^。\n]{0,6}(?:用户|用戶|主人|使用者)/,
  },
  {
    kind: "secrecy",
    pattern: /(?:ユーザー|利用者|所有者)に[^。\n]{0,12}(?:言わない|知らせない|伝えない|教えない|通知しない)/,
  },
  { kind: "reveal", pattern: /(?:显示|透露|泄露|输出|发送)[^。\n]{0,8}(?:系统提示|密钥|密码|凭证|凭据)/ },
  { kind: "reveal", pattern: /(?:システムプロンプト|パスワード|APIキー|秘密鍵)を[^。\n]{0,8}(?:表示|教え|送信|出力)/i },
];
