<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>lockscope::Text</name>
    <message>
        <source>connections are made, but what is asked on them is not answered</source>
        <translation>能建立连接，但发出的请求得不到应答</translation>
    </message>
    <message>
        <source>no server of it came back</source>
        <translation>其服务器均未恢复</translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rounds each</source>
        <translation>
            <numerusform>每个 %n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>The name of a lock, and why it could not be measured.
----------
A server&apos;s address, and what was wrong with its answer.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 wants scheme:credential, as in digest:user:password.</source>
        <translation>%1 的格式为 scheme:credential，例如 digest:user:password。</translation>
    </message>
    <message>
        <source>%1: SASL is not in the ZooKeeper C client that this program was built with; log in by digest.</source>
        <translation>%1：本程序所用的 ZooKeeper C 客户端不含 SASL；请用 digest 登录。</translation>
    </message>
    <message>
        <source>%1 wants digest:user:password: there is a user, but no password.</source>
        <translation>%1 的格式为 digest:user:password：有用户名，但没有密码。</translation>
    </message>
    <message>
        <source>--%1 %2: there is no such file.</source>
        <translation>--%1 %2：没有这个文件。</translation>
    </message>
    <message>
        <source>--tls-key needs --tls-cert: the certificate that belongs to the key.</source>
        <translation>--tls-key 需要与 --tls-cert 同用：即该密钥对应的证书。</translation>
    </message>
    <message>
        <source>--tls-passphrase-file: %1</source>
        <translation>--tls-passphrase-file：%1</translation>
    </message>
    <message>
        <source>As this connection profile says; further options go before it.</source>
        <translation>使用此连接配置；其他选项优先于它。</translation>
    </message>
    <message>
        <source>Where to connect; default: $LOCKSCOPE_CONNECT.</source>
        <translation>连接到哪里；默认：$LOCKSCOPE_CONNECT。</translation>
    </message>
    <message>
        <source>Reach the servers through this SSH host, by the ssh that you have.</source>
        <translation>用本机的 ssh，经此 SSH 主机连接服务器。</translation>
    </message>
    <message>
        <source>Log in; better --auth-file, since other users may see it for a moment.</source>
        <translation>登录；最好用 --auth-file，因为其他用户可能短暂看到此参数。</translation>
    </message>
    <message>
        <source>Log in with the first line of FILE, written like --auth.</source>
        <translation>用 FILE 的第一行登录，写法同 --auth。</translation>
    </message>
    <message>
        <source>Over TLS, with the authorities that this system trusts.</source>
        <translation>使用 TLS，信任本系统所信任的证书颁发机构。</translation>
    </message>
    <message>
        <source>Over TLS; trust these authorities instead (PEM).</source>
        <translation>使用 TLS；改为信任这些证书颁发机构（PEM）。</translation>
    </message>
    <message>
        <source>Over TLS; show this certificate to the server (PEM with its chain, or PKCS#12).</source>
        <translation>使用 TLS；向服务器出示此证书（PEM 含证书链，或 PKCS#12）。</translation>
    </message>
    <message>
        <source>Its key (PEM), if it is not in the same file.</source>
        <translation>其密钥（PEM），若不在同一文件中。</translation>
    </message>
    <message>
        <source>The key&apos;s passphrase is the first line of FILE.</source>
        <translation>密钥的口令是 FILE 的第一行。</translation>
    </message>
    <message>
        <source>Over TLS, but believe any server: no look at certificate and name.</source>
        <translation>使用 TLS，但相信任何服务器：不检查证书和名称。</translation>
    </message>
    <message>
        <source>--profile %1: there are no profiles yet; the window makes them.</source>
        <translation>--profile %1：还没有连接配置；可在窗口中创建。</translation>
    </message>
    <message>
        <source>--profile %1: there is no such profile; there are %2.</source>
        <translation>--profile %1：没有这个连接配置；现有 %2。</translation>
    </message>
    <message>
        <source>--ssh: %1</source>
        <translation>--ssh：%1</translation>
    </message>
    <message>
        <source>--auth-file: %1</source>
        <translation>--auth-file：%1</translation>
    </message>
    <message>
        <source>Shows and tests the locks of an Apache ZooKeeper ensemble.</source>
        <translation>显示并测试 Apache ZooKeeper 集群上的锁。</translation>
    </message>
    <message>
        <source>Start a private ZooKeeper of 1 (default), 3 or 5 servers.</source>
        <translation>启动一个有 1（默认）、3 或 5 个服务器的私有 ZooKeeper。</translation>
    </message>
    <message>
        <source>zookeeper, redis, sqlite, mariadb or postgresql: of the others than ZooKeeper a private one is started, unless --at says where one is.</source>
        <translation>zookeeper、redis、sqlite、mariadb 或 postgresql：除 ZooKeeper 外都会启动一个私有服务器，除非用 --at 指明已有的。</translation>
    </message>
    <message>
        <source>A server of your own, as in redis=redis://HOST:PORT.</source>
        <translation>使用自有服务器，例如 redis=redis://HOST:PORT。</translation>
    </message>
    <message>
        <source>Open this recording; needs no server.</source>
        <translation>打开此录制；不需要服务器。</translation>
    </message>
    <message>
        <source>Open a lock on a ZooKeeper in memory, step by step: a recipe (default: mutex), or a schedule.</source>
        <translation>打开内存中 ZooKeeper 上的一把锁，逐步执行：一种配方（默认：mutex），或一个调度。</translation>
    </message>
    <message>
        <source>Run this scenario (a file, or the name of one that comes along) on the connection, or on a sandbox of its own.</source>
        <translation>运行此场景（文件，或自带场景的名称），在该连接上，或在它自己的沙盒上。</translation>
    </message>
    <message>
        <source>So many milliseconds from one step of the scenario to the next (default: as chosen in the window, 1000 at first).</source>
        <translation>场景相邻两步之间的毫秒数（默认：按窗口中的选择，最初为 1000）。</translation>
    </message>
    <message>
        <source>Show what is under this node (default: /).</source>
        <translation>显示此节点之下的内容（默认：/）。</translation>
    </message>
    <message>
        <source>Select this lock.</source>
        <translation>选中这把锁。</translation>
    </message>
    <message>
        <source>Spawn so many clients on that lock (default: /lockscope/demo).</source>
        <translation>在该锁上启动这么多客户端（默认：/lockscope/demo）。</translation>
    </message>
    <message>
        <source>Write nothing over this connection.</source>
        <translation>不通过此连接写入任何内容。</translation>
    </message>
    <message>
        <source>system, light or dark, for this run.</source>
        <translation>system、light 或 dark，仅本次运行。</translation>
    </message>
    <message>
        <source>Language, for this run: en or zh_CN (default: as chosen in the window, else the system&apos;s).</source>
        <translation>本次运行的语言：en 或 zh_CN（默认：窗口中所选的语言，否则为系统语言）。</translation>
    </message>
    <message>
        <source>For a projector: larger type, and only what it is about.</source>
        <translation>用于投影仪：字号更大，只显示相关内容。</translation>
    </message>
    <message>
        <source>Write a picture of the window to this file and exit.</source>
        <translation>把窗口的图片写入此文件并退出。</translation>
    </message>
    <message>
        <source>Take the picture after so many milliseconds (default: 2000).</source>
        <translation>这么多毫秒之后截图（默认：2000）。</translation>
    </message>
    <message>
        <source>--backend is zookeeper, redis, sqlite, mariadb or postgresql, not “%1”.</source>
        <translation>--backend 可取 zookeeper、redis、sqlite、mariadb 或 postgresql，而不是“%1”。</translation>
    </message>
    <message>
        <source>--at is for another --backend; of ZooKeeper say --connect.</source>
        <translation>--at 用于其他 --backend；ZooKeeper 请用 --connect。</translation>
    </message>
    <message>
        <source>--backend %1 is no ensemble: leave --connect, --profile, --sandbox and --observe-only out.</source>
        <translation>--backend %1 不是集群：请去掉 --connect、--profile、--sandbox 和 --observe-only。</translation>
    </message>
    <message>
        <source>--at wants BACKEND=URL, as in redis=redis://127.0.0.1:6379, not “%1”.</source>
        <translation>--at 的格式为 BACKEND=URL，例如 redis=redis://127.0.0.1:6379，而不是“%1”。</translation>
    </message>
    <message>
        <source>--root %1: the path is not valid, %2.</source>
        <translation>--root %1：路径无效，%2。</translation>
    </message>
    <message>
        <source>--connect and --sandbox exclude each other: choose one.</source>
        <translation>--connect 与 --sandbox 互斥：请只选一个。</translation>
    </message>
    <message>
        <source>--profile says where to connect, and how: leave --connect, --ssh, --sandbox, --auth… and --tls… out.</source>
        <translation>--profile 已说明连接的地址和方式：请去掉 --connect、--ssh、--auth…、--tls… 和 --sandbox。</translation>
    </message>
    <message>
        <source>--sandbox takes 1, 3 or 5 servers, not “%1”.</source>
        <translation>--sandbox 可取 1、3 或 5 个服务器，而不是“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not an option.</source>
        <translation>没有“%1”这个选项。</translation>
    </message>
    <message>
        <source>--replay needs no server: leave --connect and --sandbox out.</source>
        <translation>--replay 不需要服务器：请去掉 --connect 和 --sandbox。</translation>
    </message>
    <message>
        <source>--replay %1: there is no such file.</source>
        <translation>--replay %1：没有这个文件。</translation>
    </message>
    <message>
        <source>--model needs no server and no recording: leave them out.</source>
        <translation>--model 不需要服务器，也不需要录制：请去掉它们。</translation>
    </message>
    <message>
        <source>--model %1: there is no such recipe of ZooKeeper, and no such file.</source>
        <translation>--model %1：没有这种 ZooKeeper 配方，也没有这个文件。</translation>
    </message>
    <message>
        <source>--lesson opens what it needs: leave servers, recordings and models out.</source>
        <translation>--lesson 会自行打开所需的内容：请勿同时指定服务器、录制或模型。</translation>
    </message>
    <message>
        <source>--lesson %1: there is no such lesson, and no such file. There are %2.</source>
        <translation>--lesson %1：没有这个课程，也没有这个文件。现有课程：%2。</translation>
    </message>
    <message>
        <source>--scenario and --replay exclude each other: choose one.</source>
        <translation>--scenario 与 --replay 互斥：请只选一个。</translation>
    </message>
    <message>
        <source>--pace takes milliseconds, not “%1”.</source>
        <translation>--pace 的值为毫秒数，而不是“%1”。</translation>
    </message>
    <message>
        <source>--select %1: the path is not valid, %2.</source>
        <translation>--select %1：路径无效，%2。</translation>
    </message>
    <message>
        <source>--spawn takes a number of clients, not “%1”.</source>
        <translation>--spawn 的值为客户端数量，而不是“%1”。</translation>
    </message>
    <message>
        <source>--spawn needs --sandbox or --connect.</source>
        <translation>--spawn 需要与 --sandbox 或 --connect 同用。</translation>
    </message>
    <message>
        <source>--theme is system, light or dark, not “%1”.</source>
        <translation>--theme 可取 system、light 或 dark，而不是“%1”。</translation>
    </message>
    <message>
        <source>--lang is zh_CN or en, not “%1”.</source>
        <translation>--lang 可取 zh_CN 或 en，而不是“%1”。</translation>
    </message>
    <message>
        <source>--after takes milliseconds, not “%1”.</source>
        <translation>--after 的值为毫秒数，而不是“%1”。</translation>
    </message>
    <message>
        <source>lockscope: %1 cannot be written: choose another file, ending in .png.</source>
        <translation>lockscope：无法写入 %1：请另选一个以 .png 结尾的文件。</translation>
    </message>
    <message>
        <source>lockscope: %1 cannot be written: %2.</source>
        <translation>lockscope：无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>lockscope: %1
Try lockscope --help.</source>
        <translation>lockscope：%1
请试试 lockscope --help。</translation>
    </message>
    <message>
        <source>lockscope: there is no display. Use --screenshot FILE.png, or -platform vnc and a VNC viewer.</source>
        <translation>lockscope：没有显示器。请用 --screenshot FILE.png，或 -platform vnc 加 VNC 查看器。</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>auth failed</source>
        <translation>登录失败</translation>
    </message>
    <message>
        <source>the limit is %1</source>
        <translation>上限为 %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>CREATE (on the parent)</source>
        <translation>CREATE（在父节点上）</translation>
    </message>
    <message>
        <source>DELETE (on the parent)</source>
        <translation>DELETE（在父节点上）</translation>
    </message>
    <message>
        <source>READ or ADMIN</source>
        <translation>READ 或 ADMIN</translation>
    </message>
    <message>
        <source>the request</source>
        <translation>该请求</translation>
    </message>
    <message>
        <source>the node</source>
        <translation>该节点</translation>
    </message>
    <message>
        <source>The chroot of the connect string does not exist on the servers: check its path, or let a client create it.</source>
        <translation>连接串中的 chroot 在服务器上不存在：请检查其路径，或让某个客户端创建它。</translation>
    </message>
    <message>
        <source>%1 does not exist: check the path, or it was deleted meanwhile.</source>
        <translation>%1 不存在：请检查路径，也可能是刚被删除。</translation>
    </message>
    <message>
        <source>The node does not exist: check the path, or it was deleted meanwhile.</source>
        <translation>节点不存在：请检查路径，也可能是刚被删除。</translation>
    </message>
    <message>
        <source>%1 exists already.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <source>The node exists already.</source>
        <translation>节点已存在。</translation>
    </message>
    <message>
        <source>%1 was changed by another client meanwhile: look again before you act.</source>
        <translation>%1 已被其他客户端更改：操作之前请再看一遍。</translation>
    </message>
    <message>
        <source>The node was changed by another client meanwhile: look again before you act.</source>
        <translation>节点已被其他客户端更改：操作之前请再看一遍。</translation>
    </message>
    <message>
        <source>%1 has children and cannot be deleted.</source>
        <translation>%1 有子节点，不能删除。</translation>
    </message>
    <message>
        <source>The node has children and cannot be deleted.</source>
        <translation>节点有子节点，不能删除。</translation>
    </message>
    <message>
        <source>No %1 permission on %2: connect with a login that its ACL allows.</source>
        <translation>缺少 %1 权限：%2。请用其 ACL 允许的身份登录。</translation>
    </message>
    <message>
        <source>%1 is below an ephemeral node, which cannot have children: choose another path.</source>
        <translation>%1 位于临时节点之下，而临时节点不能有子节点：请另选路径。</translation>
    </message>
    <message>
        <source>The node is below an ephemeral node, which cannot have children: choose another path.</source>
        <translation>节点位于临时节点之下，而临时节点不能有子节点：请另选路径。</translation>
    </message>
    <message>
        <source>The ACL for %1 is not valid.</source>
        <translation>ACL 无效：%1。</translation>
    </message>
    <message>
        <source>The server is overloaded and did not carry out %1: try again.</source>
        <translation>服务器过载，未执行：%1。请重试。</translation>
    </message>
    <message>
        <source>The database gave %1 up, since others held what it needed: nothing was done, try again.</source>
        <translation>数据库已放弃：%1。所需资源被别人占用；未做任何更改，请重试。</translation>
    </message>
    <message>
        <source>%1 is not a valid path or argument for %2.</source>
        <translation>对 %2 而言，%1 不是有效的路径或参数。</translation>
    </message>
    <message>
        <source>The node is not a valid path or argument for %1.</source>
        <translation>节点的路径或参数无效：%1。</translation>
    </message>
    <message>
        <source>This server does not know %1.</source>
        <translation>此服务器不支持：%1。</translation>
    </message>
    <message>
        <source>There is no watch on %1.</source>
        <translation>未设置 watch：%1。</translation>
    </message>
    <message>
        <source>The session expired: its ephemeral nodes are gone and its locks are lost.</source>
        <translation>会话已过期：其临时节点已消失，其锁已丢失。</translation>
    </message>
    <message>
        <source>The server refused the login: check the scheme, the user and the password.</source>
        <translation>服务器拒绝登录：请检查 scheme、用户名和密码。</translation>
    </message>
    <message>
        <source>The session was closed.</source>
        <translation>会话已关闭。</translation>
    </message>
    <message>
        <source>Not connected: %1 was not sent.</source>
        <translation>未连接，未发送：%1。</translation>
    </message>
    <message>
        <source>The connection was lost before the reply to %1 %2 came: whether it was carried out is not known.</source>
        <translation>%1 %2 的应答到来之前连接已断开：不知道它是否已执行。</translation>
    </message>
    <message>
        <source>The connection was lost before a reply came: whether the request was carried out is not known.</source>
        <translation>应答到来之前连接已断开：不知道请求是否已执行。</translation>
    </message>
    <message>
        <source>A server answered with bytes that do not fit ZooKeeper&apos;s protocol: they were not used, and the session is over.</source>
        <translation>某个服务器应答的字节不符合 ZooKeeper 协议：未予采用，会话已结束。</translation>
    </message>
    <message>
        <source>Not a connect string: write host:port, several with commas, and a chroot at the end, as in zk1:2181,zk2:2181/app.</source>
        <translation>不是连接串：请写 host:port，多个用逗号分隔，末尾可加 chroot，例如 zk1:2181,zk2:2181/app。</translation>
    </message>
    <message>
        <source>Unknown host: check the name and the network.</source>
        <translation>未知主机：请检查名称和网络。</translation>
    </message>
    <message>
        <source>No ZooKeeper server answered: check the address, that the server runs, and the firewall.</source>
        <translation>没有 ZooKeeper 服务器应答：请检查地址、服务器是否在运行以及防火墙。</translation>
    </message>
    <message>
        <source>No answer came in time: check that the servers run, and what is on the way to them.</source>
        <translation>未及时收到应答：请检查服务器是否在运行，以及到服务器的网络。</translation>
    </message>
    <message>
        <source>This program has no file descriptor left to connect with: raise its limit (ulimit -n).</source>
        <translation>本程序已没有文件描述符可用于连接：请提高上限（ulimit -n）。</translation>
    </message>
    <message>
        <source>Something answers there, but it does not speak ZooKeeper&apos;s protocol: check the port.</source>
        <translation>那里有程序应答，但用的不是 ZooKeeper 协议：请检查端口。</translation>
    </message>
    <message>
        <source>Something answers there, but not as a Redis server does: check the port.</source>
        <translation>那里有程序应答，但不像 Redis 服务器：请检查端口。</translation>
    </message>
    <message>
        <source>There is no way through the SSH host: see that ssh gets there in a terminal without asking.</source>
        <translation>无法经过 SSH 主机：请确认在终端中 ssh 无需询问即可到达。</translation>
    </message>
    <message>
        <source>No server let us in over TLS: check its certificate, its name and the port.</source>
        <translation>没有服务器接受我们的 TLS 连接：请检查其证书、名称和端口。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Gave up waiting for the lock after its timeout.</source>
        <translation>等待锁超时，已放弃。</translation>
    </message>
    <message>
        <source>%1 is not the node that you looked at any more: nothing was deleted.</source>
        <translation>%1 已不是之前查看的那个节点：未删除任何内容。</translation>
    </message>
    <message>
        <source>The node is not the one that you looked at any more: nothing was deleted.</source>
        <translation>节点已不是之前查看的那个：未删除任何内容。</translation>
    </message>
    <message>
        <source>This connection is observe-only: nothing is written.</source>
        <translation>此连接为仅观察：不写入任何内容。</translation>
    </message>
    <message>
        <source>The lock is not held.</source>
        <translation>锁未被持有。</translation>
    </message>
    <message>
        <source>This lock cannot do that: %1.</source>
        <translation>这把锁不支持：%1。</translation>
    </message>
    <message>
        <source>The operation on %1 failed.</source>
        <translation>对 %1 的操作失败。</translation>
    </message>
    <message>
        <source>The operation failed.</source>
        <translation>操作失败。</translation>
    </message>
    <message>
        <source>The operation failed: %1 %2.</source>
        <translation>操作失败：%1 %2。</translation>
    </message>
    <message>
        <source>The operation failed: %1.</source>
        <translation>操作失败：%1。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>A sentence, and what only this occurrence knows of it.</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它为空</translation>
    </message>
    <message>
        <source>it must begin with /</source>
        <translation>必须以 / 开头</translation>
    </message>
    <message>
        <source>it must not end with /</source>
        <translation>不能以 / 结尾</translation>
    </message>
    <message>
        <source>it must not contain //</source>
        <translation>不能含有 //</translation>
    </message>
    <message>
        <source>it must not contain . or .. as a name</source>
        <translation>不能以 . 或 .. 作为名称</translation>
    </message>
    <message>
        <source>it contains a character that ZooKeeper does not allow</source>
        <translation>含有 ZooKeeper 不允许的字符</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MB and was not read: give the file that is meant.</source>
        <translation>%1 大于 %2 MB，未读取：请指定正确的文件。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>line %1: this is no JSON: %2</source>
        <translation>第 %1 行：这不是 JSON：%2</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>%1 is no duration: write &quot;500ms&quot;, &quot;20s&quot; or &quot;5m&quot;</source>
        <translation>%1 不是时长：请写 &quot;500ms&quot;、&quot;20s&quot; 或 &quot;5m&quot;</translation>
    </message>
    <message>
        <source>wants a time from %1 to 24 days, not %2</source>
        <translation>应为 %1 至 24 天的时间，而不是 %2</translation>
    </message>
    <message>
        <source>wants a text in quotes, or a list of them, not %1</source>
        <translation>应为带引号的文本或其列表，而不是 %1</translation>
    </message>
    <message>
        <source>line %1: %2: %3</source>
        <translation>第 %1 行：%2：%3</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>wants an object, { … }, not %1</source>
        <translation>应为对象 { … }，而不是 %1</translation>
    </message>
    <message>
        <source>wants a list, [ … ], not %1</source>
        <translation>应为列表 [ … ]，而不是 %1</translation>
    </message>
    <message>
        <source>wants a text in quotes, not %1</source>
        <translation>应为带引号的文本，而不是 %1</translation>
    </message>
    <message>
        <source>wants true or false, not %1</source>
        <translation>应为 true 或 false，而不是 %1</translation>
    </message>
    <message>
        <source>wants a number from %2 to %3, not %1</source>
        <translation>应为 %2 至 %3 的数，而不是 %1</translation>
    </message>
    <message>
        <source>wants a whole number, not %1</source>
        <translation>应为整数，而不是 %1</translation>
    </message>
    <message>
        <source>wants a whole number of at least %2, not %1</source>
        <translation>应为不小于 %2 的整数，而不是 %1</translation>
    </message>
    <message>
        <source>wants a whole number from %2 to %3, not %1</source>
        <translation>应为 %2 至 %3 的整数，而不是 %1</translation>
    </message>
    <message>
        <source>there is no &quot;%1&quot;; there are %2</source>
        <translation>没有“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>unknown key; known here are %1</source>
        <translation>未知的键；此处可用的有 %1</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <extracomment>The end of a list: %1 is &quot;A, B&quot;, %2 is its last element.</extracomment>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>A list: %1 and %2 are its parts.</extracomment>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <extracomment>Clauses, one after another.</extracomment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Sentences, one after another.</extracomment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>%1 held %2 at once, which has %3 leases: %4 was served at event %5 while the leases of the others were still on the server (deleted after events %6).</source>
        <translation>%1 同时持有 %2，而它只有 %3 个租约：%4 在事件 %5 获得时，其他竞争者的租约仍在服务器上（删除于事件 %6）。</translation>
    </message>
    <message>
        <source>%1 held %2 to read (event %3) and %4 was served exclusively as well (event %5): both nodes were on the server then, each was deleted later (asked for at events %6).</source>
        <translation>%1 正以读方式持有 %2（事件 %3），%4 又以独占方式获得它（事件 %5）：当时两个节点都在服务器上，之后才分别被删除（请求于事件 %6）。</translation>
    </message>
    <message>
        <source>%1 held %2 exclusively (event %3) and %4 was served to read as well (event %5): both nodes were on the server then, each was deleted later (asked for at events %6).</source>
        <translation>%1 正以独占方式持有 %2（事件 %3），%4 又以读方式获得它（事件 %5）：当时两个节点都在服务器上，之后才分别被删除（请求于事件 %6）。</translation>
    </message>
    <message>
        <source>%1 held %2 exclusively (event %3) and %4 was served exclusively as well (event %5): both nodes were on the server then, each was deleted later (asked for at events %6).</source>
        <translation>%1 正以独占方式持有 %2（事件 %3），%4 也以独占方式获得它（事件 %5）：当时两个节点都在服务器上，之后才分别被删除（请求于事件 %6）。</translation>
    </message>
    <message>
        <source>%1 believed to hold %2 at once, which has %3 leases: %4 was served at event %5. Not all of their nodes are proved to have been there: only a fencing token protects what they write to.</source>
        <translation>%1 同时自认为持有 %2，而它只有 %3 个租约：%4 在事件 %5 获得。未能证明它们的节点当时都在：只有栅栏令牌能保护它们写入的资源。</translation>
    </message>
    <message>
        <source>%1 believed to hold %2 from event %3 on, and still does, and %4 was served at event %5. That both nodes were on the server then is not proved: only a fencing token protects what they write to.</source>
        <translation>%1 从事件 %3 起自认为持有 %2，至今如此，而 %4 在事件 %5 也获得了它。未能证明当时两个节点都在服务器上：只有栅栏令牌能保护它们写入的资源。</translation>
    </message>
    <message>
        <source>%1 believed to hold %2 from event %3 on, until event %6, and %4 was served at event %5. That both nodes were on the server then is not proved: only a fencing token protects what they write to.</source>
        <translation>%1 从事件 %3 到事件 %6 自认为持有 %2，而 %4 在事件 %5 也获得了它。未能证明当时两个节点都在服务器上：只有栅栏令牌能保护它们写入的资源。</translation>
    </message>
    <message>
        <source>%1 entered %2 %3 times (event %4), which its recipe %5 does not allow.</source>
        <translation>%1 进入 %2 共 %3 次（事件 %4），其配方 %5 不允许这样做。</translation>
    </message>
    <message>
        <source>%1 deleted %2 (asked for at event %3), which is the node of %4 (event %5).</source>
        <translation>%1 删除了 %2（请求于事件 %3），而那是 %4 的节点（事件 %5）。</translation>
    </message>
    <message>
        <source>%1 gave %2 back (event %3) although it had entered it %4 times and left it less often.</source>
        <translation>%1 释放了 %2（事件 %3），但它进入了 %4 次，退出次数却更少。</translation>
    </message>
    <message>
        <source>%1 (czxid %2) was served %3 at event %4, before %5 (czxid %6, event %7), who stood before it in the queue.</source>
        <translation>%1（czxid %2）在事件 %4 获得 %3，早于队列中排在它前面的 %5（czxid %6，事件 %7）。</translation>
    </message>
    <message>
        <source>%1 was served %2 with the token %3 (event %4) after %5 had held it with the greater token %6 (event %7): a resource that checks tokens refuses it.</source>
        <translation>%1 凭令牌 %3 获得 %2（事件 %4），而 %5 此前持有时令牌更大，为 %6（事件 %7）：检查令牌的资源会拒绝前者。</translation>
    </message>
    <message>
        <source>%1 deleted its own node %2 while it waited (event %3) and queued again as %4 (event %5): all who came meanwhile are before it now.</source>
        <translation>%1 在等待时删除了自己的节点 %2（事件 %3），并以 %4 重新排队（事件 %5）：其间到来的竞争者现在都排在它前面。</translation>
    </message>
    <message>
        <source>%1 is at rest (event %2), but its node %3 (event %4) was not deleted and its session lives: clients that wait for a lease wait for this one in vain.</source>
        <translation>%1 已空闲（事件 %2），但其节点 %3（事件 %4）未被删除，会话仍在：等待租约的客户端等不到这一个。</translation>
    </message>
    <message>
        <source>The reply to its delete was lost and it did not ask again.</source>
        <translation>其 delete 的应答丢失，而它没有再次请求。</translation>
    </message>
    <message>
        <source>%1 is gone, and its key %2 (event %3) has no time limit: the lock is taken for ever.</source>
        <translation>%1 已消失，其 key %2（事件 %3）没有时限：锁将永远被占用。</translation>
    </message>
    <message>
        <source>%1 queued with %2 (event %3), which is not ephemeral: if the client dies, its place stays taken for ever.</source>
        <translation>%1 用 %2（事件 %3）排队，而它不是临时节点：客户端若崩溃，其位置将永远被占用。</translation>
    </message>
    <message>
        <source>%1 waits for the end of %2 (event %3), which was gone already when its watch was set: no event will come.</source>
        <translation>%1 等待 %2 消失（事件 %3），但设置 watch 时它已不在：不会有事件到来。</translation>
    </message>
    <message>
        <source>%1 waits for its own node %2 (event %3)</source>
        <translation>%1 等待自己的节点 %2（事件 %3）</translation>
    </message>
    <message>
        <source>%1 waits for %2 of %3 (event %4)</source>
        <translation>%1 等待 %3 的 %2（事件 %4）</translation>
    </message>
    <message>
        <source>%1 believed to hold %2 to the end although its session was over at event %3: its node was gone, and others could hold.</source>
        <translation>%1 的会话在事件 %3 已结束，它却直到最后仍自认为持有 %2：其节点已消失，别的客户端可以持有。</translation>
    </message>
    <message>
        <source>%1 believed to hold %2 until event %4 although its session was over at event %3: its node was gone, and others could hold.</source>
        <translation>%1 的会话在事件 %3 已结束，它却直到事件 %4 仍自认为持有 %2：其节点已消失，别的客户端可以持有。</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2 上的 %1：%3</translation>
    </message>
    <message>
        <source>as the servers are configured</source>
        <translation>按服务器的配置</translation>
    </message>
    <message>
        <source>forceSync=no: an answer does not wait for the disk</source>
        <translation>forceSync=no：应答不等待落盘</translation>
    </message>
    <message>
        <source>%1 at once</source>
        <translation>%1 个并发</translation>
    </message>
    <message>
        <source>there is no server</source>
        <translation>没有服务器</translation>
    </message>
    <message>
        <source>a server of your own is not killed</source>
        <translation>不会杀死自有服务器</translation>
    </message>
    <message>
        <source>answers of the server: when a node was there, and when it was gone</source>
        <translation>服务器的应答：节点何时存在，何时消失</translation>
    </message>
    <message>
        <source>the log of writes of each of its servers: held is a key whose value more than half of them have</source>
        <translation>其每个服务器的写日志：过半服务器持有其值的 key 即为已持有</translation>
    </message>
    <message>
        <source>the server&apos;s own log of writes, read as it grows</source>
        <translation>服务器自己的写日志，随写随读</translation>
    </message>
    <message>
        <source>nothing: the server&apos;s log of writes cannot be read</source>
        <translation>无：无法读取服务器的写日志</translation>
    </message>
    <message>
        <source>a table of lines, written in the transactions that take the lock and give it back</source>
        <translation>一张记录表，在获取和释放锁的事务中写入</translation>
    </message>
    <message>
        <source>a table of lines, written when the lock is taken and given back; a lost connection ends a hold without a line, before the next one has it</source>
        <translation>一张记录表，在获取和释放锁时写入；断开连接也会结束持有，没有记录，但先于下一个持有者</translation>
    </message>
    <message>
        <source>the holder crashes</source>
        <translation>持有者崩溃</translation>
    </message>
    <message>
        <source>the holder stands still</source>
        <translation>持有者停住</translation>
    </message>
    <message>
        <source>replies are lost</source>
        <translation>应答丢失</translation>
    </message>
    <message>
        <source>the server dies</source>
        <translation>服务器宕机</translation>
    </message>
    <message>
        <source>How the requests grow</source>
        <translation>请求数的增长</translation>
    </message>
    <message>
        <source>Requests for each acquire and release, upwards, with so many clients at once, to the right; both axes logarithmic, the same in each picture.</source>
        <translation>纵轴为每次获取加释放的请求数，横轴为并发客户端数；两轴均为对数刻度，各图相同。</translation>
    </message>
    <message>
        <source>Acquires a second</source>
        <translation>每秒获取次数</translation>
    </message>
    <message>
        <source>A bar is the middle one of the runs; the line through its end goes from the lowest to the highest.</source>
        <translation>柱表示各次运行的中位数；柱端的线从最小值到最大值。</translation>
    </message>
    <message>
        <source>µs from one client to the next (p50)</source>
        <translation>交接耗时 µs（p50）</translation>
    </message>
    <message>
        <source>Short is quick.</source>
        <translation>越短越快。</translation>
    </message>
    <message>
        <source>Figures on faults are read from recordings, which lie beside this page in %1: a figure leads to its recording. Each can be judged again, to the same figures:</source>
        <translation>有关故障的数字读自录制，录制位于本页旁边的 %1 中：每个数字都链接到其录制。每份录制都可以重新判定，结果相同：</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>需要什么</translation>
    </message>
    <message>
        <source>The ideas that its author has to know; the lines of its pseudo-code, and on how many of them a client asks a server; and what has to run.</source>
        <translation>作者必须了解的概念；伪代码的行数，以及其中有多少行会请求服务器；需要运行什么。</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>To know</source>
        <translation>需了解</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>To run</source>
        <translation>需运行</translation>
    </message>
    <message>
        <source>What clients ask</source>
        <translation>客户端的请求</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待方式</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>What the server does</source>
        <translation>服务器的工作</translation>
    </message>
    <message>
        <source>By the server&apos;s own count, for each acquire and release, and without what connecting costs; the processor time of a private server&apos;s processes; and the connections of all clients together, at the end of a run with %1 clients. Of PostgreSQL it is what it writes to its log: its count of statements comes too late.</source>
        <translation>按服务器自己的计数，每次获取加释放，不含连接的开销；私有服务器各进程的处理器时间；以及 %1 个客户端运行结束时所有客户端的连接总数。PostgreSQL 的数字是它写入日志的字节数：其语句计数来得太晚。</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>计数项</translation>
    </message>
    <message>
        <source>1 alone</source>
        <translation>单独 1 个</translation>
    </message>
    <message>
        <source>Processor µs, 1 alone</source>
        <translation>处理器 µs，单独 1 个</translation>
    </message>
    <message>
        <source>Processor µs, %1 at once</source>
        <translation>处理器 µs，%1 个并发</translation>
    </message>
    <message>
        <source>Connections of %1</source>
        <translation>%1 个的连接数</translation>
    </message>
    <message>
        <source>no server</source>
        <translation>无服务器</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>How fast</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Acquires a second: the middle one of the runs (%1), and in brackets the lowest and the highest. A client that asks again rests between two attempts for half to one and a half of the interval.</source>
        <translation>每秒获取次数：各次运行（%1 次）的中位数，括号中为最小值和最大值。重试的客户端在两次尝试之间休息间隔时间的 0.5 至 1.5 倍。</translation>
    </message>
    <message>
        <source>Asks again after</source>
        <translation>重试间隔</translation>
    </message>
    <message>
        <source>%1, cut off</source>
        <translation>%1，被截断</translation>
    </message>
    <message>
        <source>From one client to the next</source>
        <translation>锁的交接</translation>
    </message>
    <message>
        <source>p50, %1 at once</source>
        <translation>p50，%1 个并发</translation>
    </message>
    <message>
        <source>p99, %1 at once</source>
        <translation>p99，%1 个并发</translation>
    </message>
    <message>
        <source>One holds and another waits, up to 10 s; the holder&apos;s process ends and sends nothing more. Limits and session timeouts are 2 s; a row has no limit.</source>
        <translation>一个持有，另一个等待，最多 10 秒；持有者的进程结束，不再发送任何内容。时限和会话超时均为 2 秒；行锁没有时限。</translation>
    </message>
    <message>
        <source>The holder stands still for 3 s, where limits and session timeouts are 2 s, and goes on; another waits.</source>
        <translation>持有者停住 3 秒后继续运行，而时限和会话超时均为 2 秒；另一个在等待。</translation>
    </message>
    <message>
        <source>Five clients take the lock ten times each and wait up to 6 s; one reply in twenty is lost with its connection after the server has carried the request out. The next one held: after the first of them.</source>
        <translation>五个客户端各获取锁十次，最多等待 6 秒；每二十个应答丢失一个，请求已由服务器执行，连接也随之断开。下一个持有：从其中第一次丢失算起。</translation>
    </message>
    <message>
        <source>One holds and another waits; the server is killed, and after 1.5 s started again with what it has kept. Then the holder gives the lock back, if it still has it. Of Redlock&apos;s five servers one is killed.</source>
        <translation>一个持有，另一个等待；服务器被杀死，1.5 秒后带着它保留下来的数据重新启动。之后持有者若仍持有锁，则释放它。Redlock 的五个服务器中杀死一个。</translation>
    </message>
    <message>
        <source>not shown</source>
        <translation>未显现</translation>
    </message>
    <message>
        <source>not provable</source>
        <translation>无法证明</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>When the holder crashes</source>
        <translation>持有者崩溃时</translation>
    </message>
    <message>
        <source>When the holder stands still</source>
        <translation>持有者停住时</translation>
    </message>
    <message>
        <source>When replies are lost</source>
        <translation>应答丢失时</translation>
    </message>
    <message>
        <source>When the server dies</source>
        <translation>服务器宕机时</translation>
    </message>
    <message>
        <source>Violations</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>Overlaps of belief</source>
        <translation>自认持有重叠</translation>
    </message>
    <message>
        <source>Next one held</source>
        <translation>下一个持有</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>not shown: %1</source>
        <translation>未显现：%1</translation>
    </message>
    <message>
        <source>What proves it</source>
        <translation>以何为证</translation>
    </message>
    <message>
        <source>A violation is counted only where the server proves that two held at once, or that one gave back another&apos;s lock; where it proves nothing, that is not provable. An overlap of belief is two clients that thought so: no lock service prevents that, a fencing token makes it harmless.</source>
        <translation>只有服务器能证明两个客户端同时持有，或一个释放了另一个的锁，才算违规；服务器什么也证明不了时，为无法证明。自认持有重叠是两个客户端都自认为持有：没有锁服务能防止这一点，栅栏令牌使它无害。</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Violations are judged by</source>
        <translation>违规判定依据</translation>
    </message>
    <message>
        <source>Durability</source>
        <translation>持久性</translation>
    </message>
    <message>
        <source>Locks beside one another</source>
        <translation>锁的对比</translation>
    </message>
    <message>
        <source>Measured by Lockscope %1 on %2: %3, %4 processors, load %5 when it began. Clients and servers share that machine, one kind of server after the other, one server of each and five for Redlock. Rounds of each client: %6, more where that is less than 50 acquisitions in all; nothing is done while a lock is held. A run that takes longer than 10 s is cut off. Times that all of it was measured: %7.</source>
        <translation>由 Lockscope %1 于 %2 测量：%3，%4 个处理器，开始时负载 %5。客户端与服务器同在这台机器上，各种服务器依次测量，每种一个，Redlock 五个。每个客户端的轮数：%6，若总获取次数不足 50 则更多；持有锁时不做任何事。超过 10 秒的运行会被截断。全部测量的次数：%7。</translation>
    </message>
    <message>
        <source>the fault is not in the recording</source>
        <translation>录制中没有该故障</translation>
    </message>
    <message>
        <source>packets in and out</source>
        <translation>收发的数据包</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>命令数</translation>
    </message>
    <message>
        <source>statements</source>
        <translation>语句数</translation>
    </message>
    <message>
        <source>bytes of its log</source>
        <translation>其日志字节数</translation>
    </message>
    <message>
        <source>This is no ZooKeeper ensemble: what is held here is released by its client only.</source>
        <translation>这不是 ZooKeeper 集群：此处持有的锁只能由其客户端释放。</translation>
    </message>
    <message>
        <source>The path &quot;%1&quot; is not valid: %2.</source>
        <translation>路径“%1”无效：%2。</translation>
    </message>
    <message>
        <source>This is a production ensemble: nothing was done, since the lock&apos;s name was not confirmed. It is %1.</source>
        <translation>这是生产环境的集群：锁的名称未经确认，未执行任何操作。其名称为 %1。</translation>
    </message>
    <message>
        <source>%1 Nothing was done, since a release is written down before it is begun.</source>
        <translation>%1未执行任何操作，因为释放必须先写入记录才能开始。</translation>
    </message>
    <message>
        <source>No node was named.</source>
        <translation>没有指明节点。</translation>
    </message>
    <message>
        <source>The holder was asked to release %1: it is gone.</source>
        <translation>已向持有者请求释放 %1：节点已消失。</translation>
    </message>
    <message>
        <source>The holder was asked to release %1: it is still there.</source>
        <translation>已向持有者请求释放 %1：节点仍在。</translation>
    </message>
    <message>
        <source>The holder was not asked to release %1. %2</source>
        <translation>未向持有者请求释放 %1。%2</translation>
    </message>
    <message>
        <source>The holder was not asked to release %1.</source>
        <translation>未向持有者请求释放 %1。</translation>
    </message>
    <message>
        <source>This scenario kills or stops servers: it runs on private ones alone.</source>
        <translation>此场景会杀死或停住服务器：只能在私有服务器上运行。</translation>
    </message>
    <message>
        <source>This scenario wants a private Redis server with a replica.</source>
        <translation>此场景需要一个带副本的私有 Redis 服务器。</translation>
    </message>
    <message>
        <source>This scenario wants %1 Redis servers that know nothing of one another, private ones or by their addresses with commas.</source>
        <translation>此场景需要 %1 个互不知晓的 Redis 服务器，可用私有的，或给出以逗号分隔的地址。</translation>
    </message>
    <message>
        <source>Another scenario is running: wait for it, or stop it.</source>
        <translation>另一个场景正在运行：请等它结束，或停止它。</translation>
    </message>
    <message>
        <source>No sandbox runs.</source>
        <translation>没有沙盒在运行。</translation>
    </message>
    <message>
        <source>synchronous=OFF: a commit does not wait for the disk</source>
        <translation>synchronous=OFF：提交不等待落盘</translation>
    </message>
    <message>
        <source>as the server is configured</source>
        <translation>按服务器的配置</translation>
    </message>
    <message>
        <source>innodb_flush_log_at_trx_commit=2: a commit does not wait for the disk</source>
        <translation>innodb_flush_log_at_trx_commit=2：提交不等待落盘</translation>
    </message>
    <message>
        <source>fsync=off: a commit does not wait for the disk</source>
        <translation>fsync=off：提交不等待落盘</translation>
    </message>
    <message>
        <source>appendfsync no: an answer does not wait for the disk</source>
        <translation>appendfsync no：应答不等待落盘</translation>
    </message>
    <message>
        <source>What %1 does is not provable here: only what clients believe is compared. A private server&apos;s own log of writes would prove it.</source>
        <translation>此处无法证明 %1 的行为：只比较客户端自认为的情况。私有服务器自己的写日志可以证明。</translation>
    </message>
    <message>
        <source>%1 is not the address of a %2 database.</source>
        <translation>%1 不是 %2 数据库的地址。</translation>
    </message>
    <message>
        <source>The tables lockscope_locks and lockscope_log were made in %1 and could not be dropped: drop them yourself. %2</source>
        <translation>表 lockscope_locks 和 lockscope_log 已在 %1 中创建，但无法删除：请自行删除。%2</translation>
    </message>
    <message>
        <source>This is no server of Lockscope&apos;s own: only a private one is killed, paused or started again.</source>
        <translation>这不是 Lockscope 自己的服务器：只有私有服务器才能杀死、暂停或重新启动。</translation>
    </message>
    <message>
        <source>%1 releases</source>
        <translation>%1 释放</translation>
    </message>
    <message>
        <source>%1 gives up waiting</source>
        <translation>%1 放弃等待</translation>
    </message>
    <message>
        <source>%1 crashes</source>
        <translation>%1 崩溃</translation>
    </message>
    <message>
        <source>%1 stands still</source>
        <translation>%1 停住</translation>
    </message>
    <message>
        <source>%1 goes on</source>
        <translation>%1 继续运行</translation>
    </message>
    <message>
        <source>%1 goes on as a reader</source>
        <translation>%1 降级为读者继续运行</translation>
    </message>
    <message>
        <source>%1 waits, and nothing is left that could serve it.</source>
        <translation>%1 在等待，但已没有什么能让它获得锁。</translation>
    </message>
    <message>
        <source>This is no schedule that this version can read.</source>
        <translation>这不是此版本能读取的调度。</translation>
    </message>
    <message>
        <source>there can be at most %1</source>
        <translation>最多可有 %1 个</translation>
    </message>
    <message>
        <source>Step %1, “%2”, is not possible there: nothing is left to happen.</source>
        <translation>此处无法执行步骤 %1“%2”：已没有可发生的事。</translation>
    </message>
    <message>
        <source>Step %1, “%2”, is not possible there. Possible are %3.</source>
        <translation>此处无法执行步骤 %1“%2”。可执行的有 %3。</translation>
    </message>
    <message>
        <source>%1 is no lock of ZooKeeper: the model has no other servers.</source>
        <translation>%1 不是 ZooKeeper 的锁：模型没有其他服务器。</translation>
    </message>
    <message>
        <source>There can be up to %1 clients with 1 to %2 rounds each.</source>
        <translation>最多可有 %1 个客户端，每个 1 至 %2 轮。</translation>
    </message>
    <message>
        <source>“%1” is no fault with a number up to %2: there are %3.</source>
        <translation>“%1”不是带数字（最大 %2）的故障：可用的有 %3。</translation>
    </message>
    <message>
        <source>it is damaged at character %1 (%2)</source>
        <translation>在第 %1 个字符处损坏（%2）</translation>
    </message>
    <message>
        <source>it is damaged at character %1 after &quot;%2&quot; (%3)</source>
        <translation>在第 %1 个字符处“%2”之后损坏（%3）</translation>
    </message>
    <message>
        <source>%1 is a folder, no recording.</source>
        <translation>%1 是文件夹，不是录制文件。</translation>
    </message>
    <message>
        <source>%1 is empty: it is no recording.</source>
        <translation>%1 为空：不是录制文件。</translation>
    </message>
    <message>
        <source>%1, line %2: it is longer than 64 MB, which no event is.</source>
        <translation>%1 第 %2 行：长度超过 64 MB，没有这么长的事件。</translation>
    </message>
    <message>
        <source>%1 cannot be read on: %2.</source>
        <translation>无法继续读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1, line %2: %3.</source>
        <translation>%1 第 %2 行：%3。</translation>
    </message>
    <message>
        <source>Its last line is cut off and was left out: the recording was still being written, or ended before its time.</source>
        <translation>最后一行不完整，已略去：录制当时仍在写入，或提前中断。</translation>
    </message>
    <message>
        <source>it should be a JSON object</source>
        <translation>应为 JSON 对象</translation>
    </message>
    <message>
        <source>&quot;n&quot; should be 1 or more, not 0</source>
        <translation>&quot;n&quot; 应不小于 1，而不是 0</translation>
    </message>
    <message>
        <source>&quot;n&quot; should be %1, not %2: events are missing, or in another order</source>
        <translation>&quot;n&quot; 应为 %1，而不是 %2：有事件缺失，或顺序不对</translation>
    </message>
    <message numerus="yes">
        <source>It begins with what was the case then, %n events; what was before is not in it.</source>
        <translation>
            <numerusform>开头是当时的状况，共 %n 个事件；此前的不在其中。</numerusform>
        </translation>
    </message>
    <message>
        <source>It begins with event %1: what was before is not in it.</source>
        <translation>从事件 %1 开始：此前的不在其中。</translation>
    </message>
    <message>
        <source>From here on the events are told one by one.</source>
        <translation>从此处起逐个记录事件。</translation>
    </message>
    <message>
        <source>The recording %1 cannot be written: %2. Choose another place or make room.</source>
        <translation>无法写入录制 %1：%2。请另选位置，或腾出空间。</translation>
    </message>
    <message>
        <source>%1 holds no bookmarks that this version can read: move it away to begin again.</source>
        <translation>%1 中没有此版本能读取的书签：请移走它以重新开始。</translation>
    </message>
    <message>
        <source>%1, %2.</source>
        <translation>%1，%2。</translation>
    </message>
    <message>
        <source>%1 cannot be removed: the bookmarks are still in it.</source>
        <translation>无法移除 %1：书签仍在其中。</translation>
    </message>
    <message>
        <source>The bookmarks cannot be kept in %1: %2.</source>
        <translation>无法在 %1 中保存书签：%2。</translation>
    </message>
    <message>
        <source>%1 (session %2)</source>
        <translation>%1（会话 %2）</translation>
    </message>
    <message>
        <source>Connection closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接到 %1</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Connected to %1</source>
        <translation>已连接到 %1</translation>
    </message>
    <message>
        <source>Connection lost, reconnecting</source>
        <translation>连接断开，正在重连</translation>
    </message>
    <message>
        <source>Connection lost, reconnecting to %1</source>
        <translation>连接断开，正在重连到 %1</translation>
    </message>
    <message>
        <source>Session expired</source>
        <translation>会话已过期</translation>
    </message>
    <message>
        <source>Login refused</source>
        <translation>登录被拒绝</translation>
    </message>
    <message>
        <source>%1 closed its session</source>
        <translation>%1 关闭了会话</translation>
    </message>
    <message>
        <source>%1 connects</source>
        <translation>%1 正在连接</translation>
    </message>
    <message>
        <source>%1 is connected</source>
        <translation>%1 已连接</translation>
    </message>
    <message>
        <source>%1 lost its connection</source>
        <translation>%1 的连接断开</translation>
    </message>
    <message>
        <source>%1 has lost its session: it expired</source>
        <translation>%1 失去了会话：会话已过期</translation>
    </message>
    <message>
        <source>%1 was refused its login</source>
        <translation>%1 的登录被拒绝</translation>
    </message>
    <message>
        <source>%1 got a watch event: %2 was created</source>
        <translation>%1 收到 watch 通知：%2 已创建</translation>
    </message>
    <message>
        <source>%1 got a watch event: %2 was deleted</source>
        <translation>%1 收到 watch 通知：%2 已删除</translation>
    </message>
    <message>
        <source>%1 got a watch event: %2 has changed</source>
        <translation>%1 收到 watch 通知：%2 已更改</translation>
    </message>
    <message>
        <source>%1 got a watch event: %2 has other children</source>
        <translation>%1 收到 watch 通知：%2 的子节点有变化</translation>
    </message>
    <message>
        <source>%1 got a watch event: %2 is not watched any more</source>
        <translation>%1 收到 watch 通知：%2 不再被监听</translation>
    </message>
    <message>
        <source>%1 crashed: its nodes stay until its session times out</source>
        <translation>%1 崩溃：其节点会保留到会话超时</translation>
    </message>
    <message>
        <source>%1 is paused: it sends and reads nothing</source>
        <translation>%1 已暂停：不发送也不读取</translation>
    </message>
    <message>
        <source>%1 goes on after its pause</source>
        <translation>%1 暂停后继续运行</translation>
    </message>
    <message>
        <source>%1 is cut off from its server</source>
        <translation>%1 与其服务器断开</translation>
    </message>
    <message>
        <source>%1 reaches its server again</source>
        <translation>%1 又能连通其服务器</translation>
    </message>
    <message>
        <source>%1 hears and is heard late</source>
        <translation>%1 的收发均有延迟</translation>
    </message>
    <message>
        <source>%1 will lose its next request</source>
        <translation>%1 将丢失下一个请求</translation>
    </message>
    <message>
        <source>%1 will lose its next reply</source>
        <translation>%1 将丢失下一个应答</translation>
    </message>
    <message>
        <source>%1 will lose the reply to its next create</source>
        <translation>%1 将丢失下一个 create 的应答</translation>
    </message>
    <message>
        <source>%1: its session was made to expire</source>
        <translation>%1：其会话被强制过期</translation>
    </message>
    <message>
        <source>%1 closes its session</source>
        <translation>%1 关闭会话</translation>
    </message>
    <message>
        <source>%1: its clock jumps</source>
        <translation>%1：其时钟跳变</translation>
    </message>
    <message>
        <source>Client %1</source>
        <translation>客户端 %1</translation>
    </message>
    <message>
        <source>Nothing read yet under %1</source>
        <translation>尚未读取 %1 下的任何内容</translation>
    </message>
    <message numerus="yes">
        <source>Reading %1: %n reads to go</source>
        <translation>
            <numerusform>正在读取 %1：还剩 %n 次读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is live, but its reading was cancelled: %n directories watched</source>
        <translation>
            <numerusform>%1 为实时，但读取被取消：监听 %n 个目录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is live: %n directories watched</source>
        <translation>
            <numerusform>%1 为实时：监听 %n 个目录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 not: the budget is %n watches</source>
        <translation>
            <numerusform>%1，另有 %2 个未监听：预算为 %n 个 watch</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing of %1 is read until it goes on</source>
        <translation>恢复之前不读取 %1 的内容</translation>
    </message>
    <message>
        <source>What is shown of %1 is stale</source>
        <translation>所显示的 %1 已过时</translation>
    </message>
    <message>
        <source>%1 came</source>
        <translation>%1 出现</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes came</source>
        <translation>
            <numerusform>%n 个节点出现</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 went</source>
        <translation>%1 消失</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes went</source>
        <translation>
            <numerusform>%n 个节点消失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes came and went unseen</source>
        <translation>
            <numerusform>%n 个节点出现又消失（未能看到）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no change, %n children</source>
        <translation>
            <numerusform>无变化，%n 个子节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot list %1: %2</source>
        <translation>无法列出 %1：%2</translation>
    </message>
    <message>
        <source>%1 belongs to no session, czxid %2, no permission to read its data</source>
        <translation>%1 不属于任何会话，czxid %2，无权读取其数据</translation>
    </message>
    <message>
        <source>%1 belongs to no session, czxid %2</source>
        <translation>%1 不属于任何会话，czxid %2</translation>
    </message>
    <message>
        <source>%1 belongs to session %2, czxid %3, no permission to read its data</source>
        <translation>%1 属于会话 %2，czxid %3，无权读取其数据</translation>
    </message>
    <message>
        <source>%1 belongs to session %2, czxid %3</source>
        <translation>%1 属于会话 %2，czxid %3</translation>
    </message>
    <message>
        <source>%1 does not exist any more</source>
        <translation>%1 已不存在</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>Asked the servers for their connections: %1 of %2 told of %3</source>
        <translation>已向服务器询问其连接：%2 个中有 %1 个报告了 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n watched paths</source>
        <translation>
            <numerusform>%n 个被监听的路径</numerusform>
        </translation>
    </message>
    <message>
        <source>Asked the servers: %1 of %2 told of %3 and of %4</source>
        <translation>已询问服务器：%2 个中有 %1 个报告了 %3和 %4</translation>
    </message>
    <message>
        <source>Asked the servers: %1 of %2 told of %3 and of %4, not all is known</source>
        <translation>已询问服务器：%2 个中有 %1 个报告了 %3和 %4，并不完整</translation>
    </message>
    <message>
        <source>%1 was spawned: without a lock</source>
        <translation>%1 已启动：不用锁</translation>
    </message>
    <message>
        <source>%1 was spawned: %2 (%3, %4) on %5</source>
        <translation>%1 已启动：%2（%3，%4），锁 %5</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 处于“%2”</translation>
    </message>
    <message>
        <source>%1 is %2 with %3</source>
        <translation>%1 处于“%2”，节点 %3</translation>
    </message>
    <message>
        <source>%1, token %2</source>
        <translation>%1，令牌 %2</translation>
    </message>
    <message>
        <source>%1 comes to its step &quot;%2&quot;: %3</source>
        <translation>%1 到达步骤“%2”：%3</translation>
    </message>
    <message>
        <source>%1 asks: %2 %3</source>
        <translation>%1 请求：%2 %3</translation>
    </message>
    <message>
        <source>%1 has its answer to %2 %3 after %4 ms</source>
        <translation>%1 在 %4 ms 后收到 %2 %3 的应答</translation>
    </message>
    <message>
        <source>%1 watches the children of %2</source>
        <translation>%1 监听 %2 的子节点</translation>
    </message>
    <message>
        <source>%1 watches %2</source>
        <translation>%1 监听 %2</translation>
    </message>
    <message>
        <source>%1 watches %2 no more</source>
        <translation>%1 不再监听 %2</translation>
    </message>
    <message>
        <source>%1 (czxid %2)</source>
        <translation>%1（czxid %2）</translation>
    </message>
    <message>
        <source>On the server: %1 was created</source>
        <translation>服务器上：%1 已创建</translation>
    </message>
    <message>
        <source>On the server: %1 is there</source>
        <translation>服务器上：%1 存在</translation>
    </message>
    <message>
        <source>On the server: %1 is gone</source>
        <translation>服务器上：%1 已消失</translation>
    </message>
    <message>
        <source>%1 stamped the number %2 at %3</source>
        <translation>%1 在 %3 写入编号 %2</translation>
    </message>
    <message>
        <source>%1 (%2 ms)</source>
        <translation>%1（%2 ms）</translation>
    </message>
    <message>
        <source>%1, drawn at random</source>
        <translation>%1，随机选中</translation>
    </message>
    <message>
        <source>%1 was removed</source>
        <translation>%1 已移除</translation>
    </message>
    <message>
        <source>Run started: %1 (seed %2)</source>
        <translation>运行开始：%1（随机种子 %2）</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>步骤 %1：%2</translation>
    </message>
    <message>
        <source>%1 (czxid %2, no session)</source>
        <translation>%1（czxid %2，无会话）</translation>
    </message>
    <message>
        <source>%1 (czxid %2, session %3)</source>
        <translation>%1（czxid %2，会话 %3）</translation>
    </message>
    <message>
        <source>Forced release of %1 failed: %2</source>
        <translation>强制释放 %1 失败：%2</translation>
    </message>
    <message>
        <source>Forced release of %1 by %2 failed: %3</source>
        <translation>%2 强制释放 %1 失败：%3</translation>
    </message>
    <message>
        <source>Forced release: %1 was deleted by hand</source>
        <translation>强制释放：%1 已手动删除</translation>
    </message>
    <message>
        <source>Forced release: %1 was deleted by %2</source>
        <translation>强制释放：%1 已由 %2 删除</translation>
    </message>
    <message>
        <source>An event of the kind &quot;%1&quot;, which this version does not know</source>
        <translation>类型为“%1”的事件，此版本无法识别</translation>
    </message>
    <message>
        <source>an instant, in nanoseconds since 1970</source>
        <translation>时刻，自 1970 年起的纳秒数</translation>
    </message>
    <message>
        <source>a template and its arguments</source>
        <translation>模板及其参数</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>text or null</source>
        <translation>文本或 null</translation>
    </message>
    <message>
        <source>bytes in base64</source>
        <translation>以 base64 编码的字节</translation>
    </message>
    <message>
        <source>null, since the data was not read</source>
        <translation>空值 null（因为数据未读取）</translation>
    </message>
    <message>
        <source>a number of microseconds</source>
        <translation>微秒数</translation>
    </message>
    <message>
        <source>a whole number in quotes</source>
        <translation>带引号的整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing</source>
        <translation>缺少 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; should be %2, not %3</source>
        <translation>&quot;%1&quot; 应为%2，而不是 %3</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>以下之一（%1）</translation>
    </message>
    <message>
        <source>a hex number in quotes like &quot;0x1f&quot;, or null</source>
        <translation>形如 &quot;0x1f&quot; 的带引号十六进制数，或 null</translation>
    </message>
    <message>
        <source>a whole number, not negative</source>
        <translation>非负整数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>布尔值 true 或 false</translation>
    </message>
    <message>
        <source>the number of a client</source>
        <translation>客户端的编号</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a list of sessions, each a list of eleven</source>
        <translation>会话列表，每个会话为十一项的列表</translation>
    </message>
    <message>
        <source>lists of sessions in hex, by path</source>
        <translation>按路径排列的十六进制会话列表</translation>
    </message>
    <message>
        <source>lists of paths, by session in hex</source>
        <translation>按十六进制会话排列的路径列表</translation>
    </message>
    <message>
        <source>%1 is no recording: its first line is not a recording&apos;s header.</source>
        <translation>%1 不是录制文件：第一行不是录制的文件头。</translation>
    </message>
    <message>
        <source>%1 is a scenario, no recording: run it with lockscope-cli run.</source>
        <translation>%1 是场景，不是录制：请用 lockscope-cli run 运行。</translation>
    </message>
    <message>
        <source>%1 is no recording: the &quot;kind&quot; in its first line should be &quot;recording&quot;, not %2.</source>
        <translation>%1 不是录制文件：第一行中的 &quot;kind&quot; 应为 &quot;recording&quot;，而不是 %2。</translation>
    </message>
    <message>
        <source>%1 is a recording of format %2, and this version reads format %3 only: open it with a newer Lockscope.</source>
        <translation>%1 是格式 %2 的录制，而此版本只能读取格式 %3：请用更新的 Lockscope 打开。</translation>
    </message>
    <message>
        <source>%1, line 1: &quot;started_ns&quot; should be a whole number, not %2.</source>
        <translation>%1 第 1 行：&quot;started_ns&quot; 应为整数，而不是 %2。</translation>
    </message>
    <message>
        <source>%1, line 1: &quot;carried&quot; should be a whole number, not %2.</source>
        <translation>%1 第 1 行：&quot;carried&quot; 应为整数，而不是 %2。</translation>
    </message>
    <message>
        <source>%1, line 1: &quot;seed&quot; should be a whole number in quotes, not %2.</source>
        <translation>%1 第 1 行：&quot;seed&quot; 应为带引号的整数，而不是 %2。</translation>
    </message>
    <message>
        <source>The lock path is missing: write one like /locks/orders.</source>
        <translation>缺少锁路径：请写成 /locks/orders 这样。</translation>
    </message>
    <message>
        <source>The lock path &quot;%1&quot; is not valid: %2.</source>
        <translation>锁路径“%1”无效：%2。</translation>
    </message>
    <message>
        <source>The root is no lock: write a path below it, like /locks/orders.</source>
        <translation>根不能作为锁：请写它之下的路径，例如 /locks/orders。</translation>
    </message>
    <message>
        <source>%1 belongs to ZooKeeper itself: choose a path outside /zookeeper.</source>
        <translation>%1 属于 ZooKeeper 自身：请选 /zookeeper 之外的路径。</translation>
    </message>
    <message>
        <source>A hold time cannot be negative.</source>
        <translation>持有时间不能为负。</translation>
    </message>
    <message>
        <source>The least hold time (%1 ms) is above the greatest (%2 ms): exchange them.</source>
        <translation>最短持有时间（%1 ms）大于最长的（%2 ms）：请对调。</translation>
    </message>
    <message>
        <source>A hold time can be at most %1 ms (24 days).</source>
        <translation>持有时间最多 %1 ms（24 天）。</translation>
    </message>
    <message>
        <source>Clients cannot write generic names: choose the dialect docs, curator, kazoo or plain.</source>
        <translation>客户端不能使用通用名称：请选方言 docs、curator、kazoo 或 plain。</translation>
    </message>
    <message>
        <source>The recipe %1 has no names in the dialect %2: choose %3.</source>
        <translation>配方 %1 在方言 %2 中没有名称：请选 %3。</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>The recipe %1 takes one lock, not several.</source>
        <translation>配方 %1 只用一把锁，不能用多把。</translation>
    </message>
    <message>
        <source>The recipe %1 wants two locks or more.</source>
        <translation>配方 %1 需要两把或更多锁。</translation>
    </message>
    <message>
        <source>The lock %1 is named twice: no client can take it twice.</source>
        <translation>锁 %1 写了两次：没有客户端能获取它两次。</translation>
    </message>
    <message>
        <source>The number of leases must be between 1 and %1, not %2.</source>
        <translation>租约数必须在 1 至 %1 之间，而不是 %2。</translation>
    </message>
    <message>
        <source>The number of entries must be between 1 and %1, not %2.</source>
        <translation>进入次数必须在 1 至 %1 之间，而不是 %2。</translation>
    </message>
    <message>
        <source>The recipe %1 is not reentrant: its entries must be 1.</source>
        <translation>配方 %1 不可重入：进入次数必须为 1。</translation>
    </message>
    <message>
        <source>The number of threads must be between 1 and %1, not %2.</source>
        <translation>线程数必须在 1 至 %1 之间，而不是 %2。</translation>
    </message>
    <message>
        <source>The connections of a pool must be between 1 and %1, not %2; leave them out for one each.</source>
        <translation>连接池的连接数必须在 1 至 %1 之间，而不是 %2；不填则每个客户端一个。</translation>
    </message>
    <message>
        <source>The recipe %1 has no connections to share: a pool is of connections to a database.</source>
        <translation>配方 %1 没有可共享的连接：连接池只用于数据库连接。</translation>
    </message>
    <message>
        <source>The recipe %1 has no threads that share it: theirs must be 1.</source>
        <translation>配方 %1 没有共享它的线程：线程数必须为 1。</translation>
    </message>
    <message>
        <source>The rate of the fault %1 must be between 0 and 1, not %2.</source>
        <translation>故障 %1 的概率必须在 0 至 1 之间，而不是 %2。</translation>
    </message>
    <message>
        <source>The duration of the fault %1 must be between 0 and %2 ms.</source>
        <translation>故障 %1 的持续时间必须在 0 至 %2 ms 之间。</translation>
    </message>
    <message>
        <source>The number of clients must be at least 1, not %1.</source>
        <translation>客户端数必须至少为 1，而不是 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n clients are more than one program can run: at most %1.</source>
        <translation>
            <numerusform>%n 个客户端超出一个程序所能运行的数量：最多 %1 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has no sessions that could expire: leave the fault expire out. What is held goes after its own time limit, if it has one.</source>
        <translation>%1 没有会过期的会话：请去掉故障 expire。持有的锁若有时限，到时自行消失。</translation>
    </message>
    <message>
        <source>There are %1 names for %2 clients: give each one, or none.</source>
        <translation>%2 个客户端有 %1 个名称：请为每个都指定名称，或都不指定。</translation>
    </message>
    <message>
        <source>The share of writers must be between 0 and 1, not %1.</source>
        <translation>写者比例必须在 0 至 1 之间，而不是 %1。</translation>
    </message>
    <message>
        <source>The acquire timeout must be at least 1 ms, not %1; leave it out to wait without limit.</source>
        <translation>获取超时必须至少为 1 ms，而不是 %1；不填则无限等待。</translation>
    </message>
    <message>
        <source>The acquire timeout can be at most %1 ms (24 days); leave it out to wait without limit.</source>
        <translation>获取超时最多 %1 ms（24 天）；不填则无限等待。</translation>
    </message>
    <message>
        <source>The session timeout must be from 1 ms to %1 ms, not %2; leave it out for the connection&apos;s own.</source>
        <translation>会话超时必须为 1 ms 至 %1 ms，而不是 %2；不填则用连接自身的。</translation>
    </message>
    <message>
        <source>The number of rounds cannot be negative, and 0 means until stopped; it was %1.</source>
        <translation>轮数不能为负，0 表示直到停止；现为 %1。</translation>
    </message>
    <message>
        <source>Other clients queue in %1 under names of another kind. Clients that name their nodes as %2 does do not look at those, so both would hold at once.</source>
        <translation>其他客户端在 %1 中用另一种名称排队。按 %2 命名节点的客户端不会查看它们，因此双方会同时持有。</translation>
    </message>
    <message>
        <source>No lock on ZooKeeper reads its client&apos;s clock.</source>
        <translation>ZooKeeper 上没有哪种锁会读取客户端的时钟。</translation>
    </message>
    <message>
        <source>it has a call of its own</source>
        <translation>它有专门的调用</translation>
    </message>
    <message>
        <source>The recipe %1 runs on %2, and this is %3: %3 does not have what it needs.</source>
        <translation>配方 %1 在 %2 上运行，而这里是 %3：%3 没有它所需的功能。</translation>
    </message>
    <message>
        <source>%1 needs at least %2 Redis servers that know nothing of one another: open several.</source>
        <translation>%1 需要至少 %2 个互不知晓的 Redis 服务器：请打开多个。</translation>
    </message>
    <message>
        <source>%1 waits for a connection of its pool: all %2 are taken.</source>
        <translation>%1 等待其连接池的连接：%2 个都已占用。</translation>
    </message>
    <message>
        <source>%1: %2 could not be staged. %3</source>
        <translation>%1：无法注入 %2。%3</translation>
    </message>
    <message>
        <source>the server took %1 of %2 sessions; none was kept. Raise its maxClientCnxns (0: no limit), or start at most %1 clients</source>
        <translation>服务器只接受了 %2 个会话中的 %1 个；全部未保留。请提高其 maxClientCnxns（0：不限），或最多启动 %1 个客户端</translation>
    </message>
    <message>
        <source>%1 clients need %2 file descriptors and this process may open %3: raise the limit (ulimit -n) or start at most %4 clients.</source>
        <translation>%1 个客户端需要 %2 个文件描述符，而此进程可打开 %3 个：请提高上限（ulimit -n），或最多启动 %4 个客户端。</translation>
    </message>
    <message>
        <source>%1 clients need %2 file descriptors, %5 for each with its relay, and this process may open %3: raise the limit (ulimit -n) or start at most %4 clients.</source>
        <translation>%1 个客户端需要 %2 个文件描述符，每个连同中继需 %5 个，而此进程可打开 %3 个：请提高上限（ulimit -n），或最多启动 %4 个客户端。</translation>
    </message>
    <message>
        <source>Cannot write %1 (%2): make room there, or choose another directory.</source>
        <translation>无法写入 %1（%2）：请在那里腾出空间，或另选目录。</translation>
    </message>
    <message>
        <source>This %1 server cannot do that: %2.</source>
        <translation>此 %1 服务器不支持：%2。</translation>
    </message>
    <message>
        <source>The %1 server ended. The last line of its log: %2</source>
        <translation>%1 服务器已结束。其日志的最后一行：%2</translation>
    </message>
    <message>
        <source>No Redis server found: install one (on Debian: apt install redis-server), or give the address of one that runs.</source>
        <translation>找不到 Redis 服务器：请安装（Debian 上：apt install redis-server），或给出正在运行的服务器的地址。</translation>
    </message>
    <message>
        <source>The replica does not reach its master yet.</source>
        <translation>副本还连不上其主服务器。</translation>
    </message>
    <message>
        <source>There is no server %1: they have numbers from 0 to %2.</source>
        <translation>没有服务器 %1：编号从 0 到 %2。</translation>
    </message>
    <message>
        <source>A sandbox has 1, 3 or 5 servers, not %1.</source>
        <translation>沙盒有 1、3 或 5 个服务器，而不是 %1 个。</translation>
    </message>
    <message>
        <source>A sandbox&apos;s tick is 10 to 60000 ms, not %1.</source>
        <translation>沙盒的 tick 为 10 至 60000 ms，而不是 %1。</translation>
    </message>
    <message>
        <source>Looking for Java and the ZooKeeper server…</source>
        <translation>正在查找 Java 和 ZooKeeper 服务器…</translation>
    </message>
    <message>
        <source>Starting ZooKeeper (%1) on %2…</source>
        <translation>正在 %2 上启动 ZooKeeper（%1）…</translation>
    </message>
    <message>
        <source>Waiting for the server to answer…</source>
        <translation>正在等待服务器应答…</translation>
    </message>
    <message>
        <source>Waiting for the servers to elect a leader…</source>
        <translation>正在等待服务器选出领导者…</translation>
    </message>
    <message>
        <source>%1 did not serve within %2 s: the machine may be too busy; start another sandbox.</source>
        <translation>%1 在 %2 秒内未能提供服务：机器可能太忙；请启动另一个沙盒。</translation>
    </message>
    <message>
        <source>%1 serves.</source>
        <translation>%1 已提供服务。</translation>
    </message>
    <message>
        <source>Ready after %1 s: %2</source>
        <translation>%1 秒后就绪：%2</translation>
    </message>
    <message>
        <source>%1 did not come to serve, %2: check that this Java can run this ZooKeeper (%3).</source>
        <translation>%1 未能提供服务，%2：请检查此 Java 能否运行此 ZooKeeper（%3）。</translation>
    </message>
    <message>
        <source>%1 (%2) is gone, %3: start another sandbox.</source>
        <translation>%1（%2）已消失，%3：请启动另一个沙盒。</translation>
    </message>
    <message>
        <source>The server found its ports taken %1 times in a row: stop programs that listen on many ports, and start another sandbox.</source>
        <translation>服务器连续 %1 次发现端口被占用：请停止监听大量端口的程序，然后启动另一个沙盒。</translation>
    </message>
    <message>
        <source>A port was taken meanwhile: trying other ones…</source>
        <translation>有端口刚被占用：正在尝试其他端口…</translation>
    </message>
    <message>
        <source>The sandbox&apos;s server</source>
        <translation>沙盒的服务器</translation>
    </message>
    <message>
        <source>The sandbox&apos;s server %1</source>
        <translation>沙盒的服务器 %1</translation>
    </message>
    <message>
        <source>%1 Its log ends in: %2</source>
        <translation>%1其日志末尾：%2</translation>
    </message>
    <message>
        <source>%1 (all of its log: %2)</source>
        <translation>%1（完整日志：%2）</translation>
    </message>
    <message>
        <source>There is no such server in the sandbox.</source>
        <translation>沙盒中没有这个服务器。</translation>
    </message>
    <message>
        <source>A ZooKeeper server cannot do that: %1 is for Redis.</source>
        <translation>ZooKeeper 服务器不支持：%1 用于 Redis。</translation>
    </message>
    <message>
        <source>%1 is not empty and was not made by a sandbox: choose an empty directory. Nothing in it was touched.</source>
        <translation>%1 不为空，也不是由沙盒创建的：请选一个空目录。其中的内容未做改动。</translation>
    </message>
    <message>
        <source>Cannot write in %1 (%2): choose another directory.</source>
        <translation>无法在 %1 中写入（%2）：请另选目录。</translation>
    </message>
    <message>
        <source>Cannot make the directory %1: choose one that you may write in.</source>
        <translation>无法创建目录 %1：请选一个可写入的目录。</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds a sandbox of %n servers: start it with as many, or choose another directory.</source>
        <translation>
            <numerusform>%1 中有一个 %n 个服务器的沙盒：请用同样的数量启动它，或另选目录。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is in use by another sandbox: stop that one, or choose another directory.</source>
        <translation>%1 正被另一个沙盒使用：请停止那个沙盒，或另选目录。</translation>
    </message>
    <message>
        <source>Cannot make a temporary directory in %1 (%2): make room there, or set TMPDIR.</source>
        <translation>无法在 %1 中创建临时目录（%2）：请在那里腾出空间，或设置 TMPDIR。</translation>
    </message>
    <message>
        <source>No free port on 127.0.0.1 (%1): close programs that use many connections.</source>
        <translation>127.0.0.1 上没有空闲端口（%1）：请关闭使用大量连接的程序。</translation>
    </message>
    <message>
        <source>Port %1 is taken: stop what listens there, or choose another port (0 picks a free one).</source>
        <translation>端口 %1 已被占用：请停止监听它的程序，或另选端口（0 表示自动选空闲端口）。</translation>
    </message>
    <message>
        <source>Port %1 is only for root: choose one above 1023 (0 picks a free one).</source>
        <translation>端口 %1 只供 root 使用：请选大于 1023 的端口（0 表示自动选空闲端口）。</translation>
    </message>
    <message>
        <source>Port %1 cannot be used (%2): choose another port (0 picks a free one).</source>
        <translation>端口 %1 无法使用（%2）：请另选端口（0 表示自动选空闲端口）。</translation>
    </message>
    <message>
        <source>No ZooKeeper server found: ZOOKEEPER_HOME is %1, but neither it nor its lib folder has a zookeeper jar. Point it at an unpacked apache-zookeeper-…-bin, or unset it.</source>
        <translation>找不到 ZooKeeper 服务器：ZOOKEEPER_HOME 为 %1，但它及其 lib 文件夹中都没有 zookeeper jar。请让它指向解压后的 apache-zookeeper-…-bin，或取消设置。</translation>
    </message>
    <message>
        <source>No ZooKeeper server found: %1 does not exist. Install it (on Debian: apt install zookeeper libservlet-api-java), or set ZOOKEEPER_HOME to an unpacked apache-zookeeper-…-bin.</source>
        <translation>找不到 ZooKeeper 服务器：%1 不存在。请安装（Debian 上：apt install zookeeper libservlet-api-java），或将 ZOOKEEPER_HOME 设为解压后的 apache-zookeeper-…-bin。</translation>
    </message>
    <message>
        <source>No Java found: a sandbox runs a real ZooKeeper server. Install a Java runtime (on Debian: apt install default-jre-headless), or set JAVA_HOME.</source>
        <translation>找不到 Java：沙盒运行的是真正的 ZooKeeper 服务器。请安装 Java 运行环境（Debian 上：apt install default-jre-headless），或设置 JAVA_HOME。</translation>
    </message>
    <message>
        <source>Cannot make %1: choose another directory.</source>
        <translation>无法创建 %1：请另选目录。</translation>
    </message>
    <message>
        <source>it was ended by signal %1</source>
        <translation>它被信号 %1 终止</translation>
    </message>
    <message>
        <source>it exited with code %1</source>
        <translation>它退出，退出码 %1</translation>
    </message>
    <message>
        <source>it could not be started (%1)</source>
        <translation>它无法启动（%1）</translation>
    </message>
    <message>
        <source>server %1 is killed</source>
        <translation>服务器 %1 被杀死</translation>
    </message>
    <message>
        <source>server %1 starts again with what it kept</source>
        <translation>服务器 %1 带着保留的数据重新启动</translation>
    </message>
    <message>
        <source>server %1 starts again without what it kept</source>
        <translation>服务器 %1 不带保留的数据重新启动</translation>
    </message>
    <message>
        <source>server %1 stands still</source>
        <translation>服务器 %1 停住</translation>
    </message>
    <message>
        <source>server %1 goes on</source>
        <translation>服务器 %1 继续运行</translation>
    </message>
    <message>
        <source>replica %1 hears no more of what its master does</source>
        <translation>副本 %1 不再收到其主服务器的更新</translation>
    </message>
    <message>
        <source>replica %1 becomes the master</source>
        <translation>副本 %1 成为主服务器</translation>
    </message>
    <message>
        <source>%1 asked the holder of %2 to give it back.</source>
        <translation>%1 已请求 %2 的持有者释放锁。</translation>
    </message>
    <message>
        <source>%1 could not ask for %2: %3</source>
        <translation>%1 无法请求释放 %2：%3</translation>
    </message>
    <message>
        <source>%1 stamped no number: %2</source>
        <translation>%1 未写入编号：%2</translation>
    </message>
    <message>
        <source>%1 was asked to give %2 back, and does.</source>
        <translation>%1 被请求释放 %2，随即释放。</translation>
    </message>
    <message>
        <source>No MariaDB server found: install one (on Debian: apt install mariadb-server-core mariadb-client-core), or give the address of one that runs.</source>
        <translation>找不到 MariaDB 服务器：请安装（Debian 上：apt install mariadb-server-core mariadb-client-core），或给出正在运行的服务器的地址。</translation>
    </message>
    <message>
        <source>No PostgreSQL server found: install one (on Debian: apt install postgresql), or give the address of one that runs.</source>
        <translation>找不到 PostgreSQL 服务器：请安装（Debian 上：apt install postgresql），或给出正在运行的服务器的地址。</translation>
    </message>
    <message>
        <source>%1 does not run as root, and there is no other user to run it as: start Lockscope as one.</source>
        <translation>%1 不能以 root 身份运行，又没有其他用户可用：请以普通用户启动 Lockscope。</translation>
    </message>
    <message>
        <source>%1 could not be prepared: %2</source>
        <translation>无法准备 %1：%2</translation>
    </message>
    <message>
        <source>The table lockscope_log could not be made, and lockscope_locks, which was made, could not be dropped: drop it yourself. %1</source>
        <translation>无法创建表 lockscope_log，而已创建的 lockscope_locks 也无法删除：请自行删除。%1</translation>
    </message>
    <message>
        <source>There is a table %1 already, with other columns than Lockscope&apos;s: rename it, or give another database. Nothing was changed.</source>
        <translation>已有表 %1，但其列与 Lockscope 的不同：请重命名该表，或指定另一个数据库。未做任何更改。</translation>
    </message>
    <message>
        <source>%1 has no sessions that could expire: what is held goes after its own time limit, if it has one.</source>
        <translation>%1 没有会过期的会话：持有的锁若有时限，到时自行消失。</translation>
    </message>
    <message>
        <source>This process may open no further file descriptor: raise the limit (ulimit -n).</source>
        <translation>此进程无法再打开文件描述符：请提高上限（ulimit -n）。</translation>
    </message>
    <message>
        <source>A paused client cannot be moved to a relay: resume it first.</source>
        <translation>暂停的客户端不能移到中继：请先恢复它。</translation>
    </message>
    <message>
        <source>a simulated client got no session</source>
        <translation>有一个模拟客户端未获得会话</translation>
    </message>
    <message>
        <source>“%1” is nothing that a lesson can do</source>
        <translation>“%1”不是课程能执行的动作</translation>
    </message>
    <message>
        <source>wants something that must be so</source>
        <translation>应写明必须成立的条件</translation>
    </message>
    <message>
        <source>wants 1, 3 or 5</source>
        <translation>应为 1、3 或 5</translation>
    </message>
    <message>
        <source>wants a model or a sandbox, not both</source>
        <translation>应为模型或沙盒之一，不能两者都有</translation>
    </message>
    <message>
        <source>wants a solution: what is asked for must be possible</source>
        <translation>应有解法（solution）：要求的事必须能做到</translation>
    </message>
    <message>
        <source>wants wrong deeds: what is refused must be possible</source>
        <translation>应有错误动作（wrong）：被拒绝的事必须能发生</translation>
    </message>
    <message>
        <source>wants something to do or a question, not both</source>
        <translation>应为任务或提问之一，不能两者都有</translation>
    </message>
    <message>
        <source>This is no lesson that this version can read.</source>
        <translation>这不是本版本能读取的课程。</translation>
    </message>
    <message>
        <source>there can be 1 to %1</source>
        <translation>数量应为 1 到 %1</translation>
    </message>
    <message>
        <source>has a task, and no page up to it has a model or a sandbox</source>
        <translation>有任务，但到此页为止没有任何一页给出模型或沙盒</translation>
    </message>
    <message>
        <source>line %1: there is no part “%2” here; there are Task, Hint, Done and Not so, each of a page.</source>
        <translation>第 %1 行：这里没有“%2”这一部分；每页可有 Task、Hint、Done 和 Not so。</translation>
    </message>
    <message>
        <source>line 1: a lesson&apos;s text begins with its title, “# …”.</source>
        <translation>第 1 行：课程文本以标题“# …”开头。</translation>
    </message>
    <message>
        <source>The text has %1 pages, the lesson has %2.</source>
        <translation>文本有 %1 页，课程有 %2 页。</translation>
    </message>
    <message>
        <source>page %1 has no “### Task” or no “### Done”, and wants both.</source>
        <translation>第 %1 页缺少“### Task”或“### Done”，两者都需要。</translation>
    </message>
    <message>
        <source>“done” is met before anything was done.</source>
        <translation>还没有做任何事，“done”就已满足。</translation>
    </message>
    <message>
        <source>“done” is not met by the solution.</source>
        <translation>解法没有满足“done”。</translation>
    </message>
    <message>
        <source>“refused” is met by the solution.</source>
        <translation>解法满足了“refused”。</translation>
    </message>
    <message>
        <source>The right answer, “%1”, is not among the answers.</source>
        <translation>正确答案“%1”不在备选答案中。</translation>
    </message>
    <message>
        <source>“done” is met by the wrong deeds.</source>
        <translation>错误动作满足了“done”。</translation>
    </message>
    <message>
        <source>“refused” is not met by the wrong deeds.</source>
        <translation>错误动作没有满足“refused”。</translation>
    </message>
    <message>
        <source>Deed %1 is not possible there. Possible are %2.</source>
        <translation>第 %1 个动作在那里不可能。可能的有 %2。</translation>
    </message>
    <message>
        <source>pages[%1]: %2</source>
        <translation>pages[%1]：%2</translation>
    </message>
    <message>
        <source>A timeout or a cancelled acquire takes its own node away, or it would block all behind it.</source>
        <translation>获取超时或被取消时会删除自己的节点，否则它会阻塞后面所有的竞争者。</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>foreign</source>
        <translation>外来</translation>
    </message>
    <message>
        <source>exclusive</source>
        <translation>独占</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Accumulo&apos;s table locks</source>
        <translation>Accumulo 的表锁</translation>
    </message>
    <message>
        <source>aiozk or zoonado</source>
        <translation>aiozk 或 zoonado</translation>
    </message>
    <message>
        <source>BookKeeper&apos;s auditor election</source>
        <translation>BookKeeper 的 auditor 选举</translation>
    </message>
    <message>
        <source>Apache Curator, or Rust&apos;s zookeeper-client, which writes its names</source>
        <translation>Apache Curator，或使用相同命名的 Rust 库 zookeeper-client</translation>
    </message>
    <message>
        <source>DistributedLock for .NET</source>
        <translation>.NET 的 DistributedLock</translation>
    </message>
    <message>
        <source>ZooKeeper documentation</source>
        <translation>ZooKeeper 文档</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>a queue of unknown kind</source>
        <translation>种类未知的队列</translation>
    </message>
    <message>
        <source>HBase&apos;s table locks</source>
        <translation>HBase 的表锁</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>plain names, as articles and locks written by hand have</source>
        <translation>普通名称，常见于文章和手写的锁</translation>
    </message>
    <message>
        <source>Solr&apos;s leader election</source>
        <translation>Solr 的选主</translation>
    </message>
    <message>
        <source>ZooKeeper&apos;s Java WriteLock, or ZooKeeperNetEx</source>
        <translation>ZooKeeper 的 Java WriteLock，或 ZooKeeperNetEx</translation>
    </message>
    <message>
        <source>Contenders that watch their own node instead of the one before it: %1. They wait for themselves, and all behind wait with them.</source>
        <translation>%1 个竞争者监听的是自己的节点，而不是前一个节点。它们在等自己，后面所有的竞争者也跟着等。</translation>
    </message>
    <message>
        <source>Contenders that watch a later one, which waits for them: %1. Neither is ever served.</source>
        <translation>%1 个竞争者监听的是更晚的竞争者，而后者又在等它们。双方都永远轮不到。</translation>
    </message>
    <message>
        <source>Contenders that watch another node than the one they wait for: %1. They are woken too early, too late or never.</source>
        <translation>%1 个竞争者监听的不是它们所等待的节点。它们会过早、过晚或永不被唤醒。</translation>
    </message>
    <message>
        <source>Contenders that watch the node before them by name, which is not the one before them by number: %1. Clients that sort whole names let a late comer with a small name in while another one holds.</source>
        <translation>%1 个竞争者按名称监听前一个节点，而按序号那并不是前一个。按完整名称排序的客户端，会在别人持有时放进名称较小的后来者。</translation>
    </message>
    <message>
        <source>Contenders that watch a node which is not there any more: %1. Nothing will wake them, and all behind wait with them.</source>
        <translation>%1 个竞争者监听的节点已不存在。它们永远不会被唤醒，后面所有的竞争者也跟着等。</translation>
    </message>
    <message>
        <source>Waiters without a watch, where others of this queue have one: %1. Nothing will wake them: their clients have given up without taking their node away, or believe that they hold.</source>
        <translation>%1 个等待者没有 watch，而同一队列中其他等待者有。它们永远不会被唤醒：其客户端已放弃却没有删除节点，或自认为持有。</translation>
    </message>
    <message>
        <source>Contenders without a watch whose sessions have other contenders here: %1. They were left by a lost reply or by an acquire that gave up, and no client will release them.</source>
        <translation>%1 个竞争者没有 watch，而其会话在此还有其他竞争者。它们由丢失的应答或已放弃的获取留下，没有客户端会释放它们。</translation>
    </message>
    <message>
        <source>Contenders with the same token as another one of their session: %1. One try has made both: a reply was lost and the node created again, so one of them is left over.</source>
        <translation>%1 个竞争者与同一会话的另一个竞争者令牌相同。两者出自同一次尝试：应答丢失后又创建了一次节点，所以其中一个是多余的。</translation>
    </message>
    <message>
        <source>Watches on contenders by sessions that have no node here: %1. They may be left of clients that gave up.</source>
        <translation>有 %1 个竞争者上的 watch，其会话在此没有节点。它们可能是已放弃的客户端留下的。</translation>
    </message>
    <message>
        <source>One release wakes %1 readers at once, as their rule says: the servers feel it with many.</source>
        <translation>一次释放会同时唤醒 %1 个读者，其规则就是如此：数量多时服务器会感到压力。</translation>
    </message>
    <message>
        <source>Nothing has to be done: they are served together. Where there are very many, several locks for parts of the data wake fewer at once.</source>
        <translation>无需处理：它们会一同获取锁。若数量极大，可按数据分成多把锁，一次唤醒的就少了。</translation>
    </message>
    <message>
        <source>When this node goes, %1 sessions that watch it are woken at once: of those that wait for it one is served, others only want to know.</source>
        <translation>此节点消失时，会同时唤醒监听它的 %1 个会话：等待它的会话中只有一个轮到，其他的只是想得知此事。</translation>
    </message>
    <message>
        <source>Nothing has to be done while they are few. A queue of sequential nodes wakes one at a time.</source>
        <translation>数量少时无需处理。用顺序节点排队则一次只唤醒一个。</translation>
    </message>
    <message>
        <source>Contenders whose sessions are over, as all servers say: %1. Servers should have deleted them with their sessions; now nothing will.</source>
        <translation>%1 个竞争者的会话已结束，所有服务器均如此报告。服务器本应随会话删除它们，现在已没有谁会删除。</translation>
    </message>
    <message>
        <source>Leases that were left by an acquire that gave up: %1. Their clients stood in line while all leases were out, and left the line without taking their own away; it counts as in use for as long as its session lives. (Or the number of leases was raised meanwhile: then it is in use.)</source>
        <translation>%1 个租约由已放弃的获取留下。其客户端在租约用尽时排队，离队时没有删除自己的租约；只要会话还在，它就算被占用。（也可能是其间提高了租约数：那么它确实在使用中。）</translation>
    </message>
    <message>
        <source>More leases are out than the semaphore says it has: %1. Some were made without a look at the others, or were left by clients that gave up.</source>
        <translation>发出的租约超过信号量声明的数量：共 %1 个。有的创建时没有查看其他租约，有的由已放弃的客户端留下。</translation>
    </message>
    <message>
        <source>The directory was deleted and made again while contenders were in it: those have lost their places, sequence numbers start again, and a waiter may be left that nothing wakes.</source>
        <translation>锁目录在仍有竞争者时被删除并重建：这些竞争者已丢失位置，序号重新开始，可能留下永远不会被唤醒的等待者。</translation>
    </message>
    <message numerus="yes">
        <source>Held for %1 while %n wait: the holder works long, is stuck, or has forgotten the lock.</source>
        <translation>
            <numerusform>已持有 %1，有 %n 个在等待：持有者工作时间长、卡住了，或忘了这把锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Waiters of more than %1: %2. The longest has waited for %3.</source>
        <translation>等待超过 %1 的有 %2 个，最久的已等待 %3。</translation>
    </message>
    <message>
        <source>Use a recipe in which each waiter watches only the node before it; until then keep few clients on one lock.</source>
        <translation>改用每个等待者只监听前一个节点的配方；在此之前，不要让太多客户端争用同一把锁。</translation>
    </message>
    <message>
        <source>Let what the lock protects refuse the smaller fencing token. A client has to look at its session before it goes on after a pause, and must not act when it may be over.</source>
        <translation>让受锁保护的资源拒绝较小的栅栏令牌。客户端暂停之后，继续之前必须先查看自己的会话；会话可能已结束时不得操作。</translation>
    </message>
    <message>
        <source>Restart the client, or release its node: it finds its place lost and starts again. Its library has to look whether the node is still there when it sets the watch.</source>
        <translation>重启客户端，或释放其节点：它会发现位置已丢失并重新开始。其库在设置 watch 时必须检查该节点是否还在。</translation>
    </message>
    <message>
        <source>Restart the client, or release its node. Its library takes its own node for the one before it, as after a lost reply to a create: look for a newer version.</source>
        <translation>重启客户端，或释放其节点。其库把自己的节点当成了前一个节点，例如在 create 的应答丢失之后：请查找更新的版本。</translation>
    </message>
    <message>
        <source>Look which recipe the client runs: it may enter too early or be woken for nothing. All clients of one lock have to follow the same rule.</source>
        <translation>查看该客户端运行的是哪种配方：它可能过早进入，或被白白唤醒。同一把锁的所有客户端必须遵守同一规则。</translation>
    </message>
    <message>
        <source>Release the waiter that came later: the other one is then served. A contender may wait only for earlier ones: look for a newer version of the client.</source>
        <translation>释放较晚到来的等待者：另一个随即轮到。竞争者只能等待更早的竞争者：请查找该客户端的更新版本。</translation>
    </message>
    <message>
        <source>Ask the client whether it still wants the lock. If not, release its node before it comes to the head, where the lock would never be given back.</source>
        <translation>询问该客户端是否还要这把锁。若不要，请在其节点到达队首之前释放它，否则到了队首，锁就再也不会归还。</translation>
    </message>
    <message>
        <source>Release the node that no client uses: once it is at the head, it blocks all others for as long as its session lives. A client has to look for its node after a lost reply, before it creates another.</source>
        <translation>释放没有客户端使用的节点：它一旦到达队首，只要会话还在，就会阻塞所有其他竞争者。应答丢失后，客户端必须先查找自己的节点，再决定是否创建。</translation>
    </message>
    <message>
        <source>Wait until the session expires: the node then goes by itself. Released earlier, the client may come back and go on as if it held.</source>
        <translation>等到会话过期：节点会自行消失。若提前释放，该客户端可能回来，并像仍持有一样继续。</translation>
    </message>
    <message>
        <source>Nothing has to be done now. A client that gives up should take its watch back: it wakes for nothing, and watches pile up at the server.</source>
        <translation>现在无需处理。放弃的客户端应撤回自己的 watch：它会白白触发，而 watch 会在服务器上堆积。</translation>
    </message>
    <message>
        <source>Make sure that the client is gone or has given up, then release the node. Clients should create ephemeral nodes.</source>
        <translation>确认该客户端已消失或已放弃，然后释放节点。客户端应创建临时节点。</translation>
    </message>
    <message>
        <source>Give each kind of client its own lock path, or let all use the same library.</source>
        <translation>为每种客户端指定各自的锁路径，或让所有客户端使用同一个库。</translation>
    </message>
    <message>
        <source>Trust the order by czxid. Look for the clients that sort in another way: two of them may hold at once.</source>
        <translation>以 czxid 的顺序为准。找出以别的方式排序的客户端：可能有两个同时持有。</translation>
    </message>
    <message>
        <source>Do not delete the directory of a lock in use: release single nodes. Restart clients that still wait, and take czxids, not sequence numbers, as fencing tokens.</source>
        <translation>不要删除使用中的锁的目录：应逐个释放节点。重启仍在等待的客户端，并用 czxid 而不是序号作栅栏令牌。</translation>
    </message>
    <message>
        <source>Stop the clients of this lock for a moment and let its directory be deleted and made again, or move them to a new path.</source>
        <translation>暂时停下这把锁的客户端，删除并重建其目录，或让它们改用新路径。</translation>
    </message>
    <message>
        <source>Ask the holder what it does. If its process is stuck or has forgotten the lock, restart it; release its node only when it cannot touch what the lock protects.</source>
        <translation>询问持有者在做什么。若其进程卡住或忘了这把锁，就重启它；只有在它无法触碰受锁保护的资源时，才释放其节点。</translation>
    </message>
    <message>
        <source>Look at who holds the lock and at what stands before these waiters.</source>
        <translation>查看谁持有这把锁，以及这些等待者前面是什么。</translation>
    </message>
    <message>
        <source>Release one node of one of them: the others are then served. Clients that take several locks have to take them all in the same order.</source>
        <translation>释放其中一方的一个节点：其余的随即轮到。获取多把锁的客户端必须都按同一顺序获取。</translation>
    </message>
    <message>
        <source>Release the node: no client is left that could. Servers with ZOOKEEPER-3144 or ZOOKEEPER-4837 should be updated; restart the server that still shows it.</source>
        <translation>释放该节点：已没有客户端能释放它。有 ZOOKEEPER-3144 或 ZOOKEEPER-4837 问题的服务器应升级；重启仍显示该节点的服务器。</translation>
    </message>
    <message>
        <source>Children that are no contenders of a %2 lock: %1. Some clients stumble over names that they cannot read.</source>
        <translation>%1 个子节点不是 %2 锁的竞争者。有些客户端遇到无法解析的名称会出错。</translation>
    </message>
    <message>
        <source>Clients of different kinds (%1) use this directory. They do not look at each other&apos;s nodes, so they do not exclude each other.</source>
        <translation>不同种类的客户端（%1）在使用此目录。它们不看彼此的节点，因此并不互斥。</translation>
    </message>
    <message>
        <source>Contenders with a smaller number than one that was created before them: %1. Clients sort by number, so the order of service shown here (czxid) may not be theirs.</source>
        <translation>%1 个竞争者的序号小于先于它们创建的竞争者。客户端按序号排序，所以此处显示的服务顺序（czxid）可能与它们的不同。</translation>
    </message>
    <message>
        <source>Contenders with the number 2147483647: %1. The counter of the directory sticks there: later ones share it or are refused, and clients cannot tell who came first.</source>
        <translation>%1 个竞争者的序号是 2147483647。目录的计数器停在那里：后来者会得到同一序号或被拒绝，客户端无法判断谁先到。</translation>
    </message>
    <message>
        <source>Contenders with a negative number: %1. The counter of the directory has wrapped; most clients sort such numbers wrongly.</source>
        <translation>%1 个竞争者的序号为负。目录的计数器已回绕；多数客户端会把这样的序号排错。</translation>
    </message>
    <message>
        <source>The next sequence number is %1; the counter ends at 2147483647, and then clients cannot tell any more who came first.</source>
        <translation>下一个序号是 %1；计数器到 2147483647 为止，之后客户端就无法判断谁先到。</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>One command looks and sets: of many clients one finds the key absent.</source>
        <translation>一条命令既查看又设置：众多客户端中只有一个会发现 key 不存在。</translation>
    </message>
    <message>
        <source>Redis keeps no queue: who does not get the key asks again, after a time that differs from client to client.</source>
        <translation>Redis 没有等待队列：没拿到 key 的客户端过一段时间再问，各客户端的间隔不同。</translation>
    </message>
    <message>
        <source>A script, so that nothing comes between the look and the delete: when the time was over, the key is another&apos;s by now.</source>
        <translation>用脚本，使查看与删除之间不会插入任何操作：若时限已过，key 此时已是别人的。</translation>
    </message>
    <message>
        <source>It deletes whoever&apos;s key is there: when its own time was over, that is the next holder&apos;s.</source>
        <translation>不管 key 是谁的都会删除：若自己的时限已过，那就是下一个持有者的。</translation>
    </message>
    <message>
        <source>The primary key lets one INSERT of a name succeed.</source>
        <translation>主键使同一名称只有一个 INSERT 能成功。</translation>
    </message>
    <message>
        <source>A row has no queue: who does not get it asks again, after a time that differs from client to client.</source>
        <translation>行没有等待队列：没拿到的客户端过一段时间再问，各客户端的间隔不同。</translation>
    </message>
    <message>
        <source>It also goes with the connection: a client that dies gives it back as soon as the database notices.</source>
        <translation>它也会随连接一同消失：客户端死后，数据库一察觉就归还。</translation>
    </message>
    <message>
        <source>acquire:</source>
        <translation>获取:</translation>
    </message>
    <message>
        <source>loop:</source>
        <translation>循环:</translation>
    </message>
    <message>
        <source>if SETNX key token: I hold</source>
        <translation>若 SETNX key token: 持有</translation>
    </message>
    <message>
        <source>reply lost: GET key = token?</source>
        <translation>应答丢失: GET key = token?</translation>
    </message>
    <message>
        <source>wait a moment, repeat</source>
        <translation>稍等, 重来</translation>
    </message>
    <message>
        <source>gave up: DEL key</source>
        <translation>放弃时: DEL key</translation>
    </message>
    <message>
        <source>release:</source>
        <translation>释放:</translation>
    </message>
    <message>
        <source>DEL key</source>
        <translation>DEL key</translation>
    </message>
    <message>
        <source>if SETNX key token:</source>
        <translation>若 SETNX key token:</translation>
    </message>
    <message>
        <source>PEXPIRE key limit: I hold</source>
        <translation>PEXPIRE key limit: 持有</translation>
    </message>
    <message>
        <source>if SETNX key (now + limit): I hold</source>
        <translation>若 SETNX key (now + limit): 持有</translation>
    </message>
    <message>
        <source>reply lost: GET key = mine?</source>
        <translation>应答丢失: GET key = 我的?</translation>
    </message>
    <message>
        <source>Its own clock decides: one that is ahead takes a lock that is held.</source>
        <translation>由它自己的时钟判断：时钟偏快的客户端会取走别人持有的锁。</translation>
    </message>
    <message>
        <source>if (t = GET key) &lt; now:</source>
        <translation>若 (t = GET key) &lt; now:</translation>
    </message>
    <message>
        <source>Who loses the race has overwritten the winner&apos;s time by then.</source>
        <translation>竞争落败者此时已覆盖了胜者的时间。</translation>
    </message>
    <message>
        <source>if GETSET key (now + limit) = t: I hold</source>
        <translation>若 GETSET key (now + limit) = t: 持有</translation>
    </message>
    <message>
        <source>if now &lt; my time: DEL key</source>
        <translation>若 now &lt; 我的时间: DEL key</translation>
    </message>
    <message>
        <source>if SET key token NX PX limit: I hold</source>
        <translation>若 SET key token NX PX limit: 持有</translation>
    </message>
    <message>
        <source>gave up: DEL key if it is mine</source>
        <translation>放弃时: 若 key 是我的, DEL key</translation>
    </message>
    <message>
        <source>script: if GET key = token: DEL key</source>
        <translation>脚本: 若 GET key = token: DEL key</translation>
    </message>
    <message>
        <source>SUBSCRIBE released, try once more</source>
        <translation>SUBSCRIBE released, 再试一次</translation>
    </message>
    <message>
        <source>It may have been released before anybody listened: a message is not kept.</source>
        <translation>锁可能在有人监听之前就已释放：消息不会保留。</translation>
    </message>
    <message>
        <source>wait for the message, at most limit / 2</source>
        <translation>等待消息, 最多 limit / 2</translation>
    </message>
    <message>
        <source>A message may be lost, and of a holder that dies there is none.</source>
        <translation>消息可能丢失；持有者死去时也不会有消息。</translation>
    </message>
    <message>
        <source>while I hold, each limit / 3:</source>
        <translation>持有期间, 每隔 limit / 3:</translation>
    </message>
    <message>
        <source>script: if GET key = token: PEXPIRE key limit</source>
        <translation>脚本: 若 GET key = token: PEXPIRE key limit</translation>
    </message>
    <message>
        <source>Work may take as long as it does. A client that stands still renews nothing.</source>
        <translation>工作需要多久都可以。停住的客户端则不会续期。</translation>
    </message>
    <message>
        <source>script: if GET key = token: DEL key, PUBLISH released</source>
        <translation>脚本: 若 GET key = token: DEL key, PUBLISH released</translation>
    </message>
    <message>
        <source>on all servers at once: SET key token NX PX limit</source>
        <translation>同时对所有服务器: SET key token NX PX limit</translation>
    </message>
    <message>
        <source>They know nothing of one another: one that is down, or late, costs one voice.</source>
        <translation>它们互不知晓：停机或迟到的服务器只损失一票。</translation>
    </message>
    <message>
        <source>if more than half said OK and limit − time taken − drift &gt; 0: I hold</source>
        <translation>若过半应答 OK 且 limit − 用时 − 漂移 &gt; 0: 持有</translation>
    </message>
    <message>
        <source>Two cannot both have more than half. What is left is counted from before the first command, by the client&apos;s own clock.</source>
        <translation>不可能两个都过半。剩余时间从发出第一条命令之前算起，以客户端自己的时钟为准。</translation>
    </message>
    <message>
        <source>script on all: if GET key = token: DEL key</source>
        <translation>各服务器脚本: 若 GET key = token: DEL key</translation>
    </message>
    <message>
        <source>Also where nothing was heard: the key may have been set all the same.</source>
        <translation>没有应答的服务器也要执行：key 仍可能已经设置。</translation>
    </message>
    <message>
        <source>At random: of two that each got two of five both try again.</source>
        <translation>间隔随机：两个客户端各得五票中的两票时，双方都会重试。</translation>
    </message>
    <message>
        <source>if INSERT (name, me): I hold</source>
        <translation>若 INSERT (name, me): 持有</translation>
    </message>
    <message>
        <source>reply lost: is the row mine?</source>
        <translation>应答丢失: 这一行是我的?</translation>
    </message>
    <message>
        <source>or UPDATE … WHERE its time is over: I hold</source>
        <translation>或 UPDATE … WHERE 已到时限: 持有</translation>
    </message>
    <message>
        <source>Only where a time limit is kept, and by the database&apos;s clock. Who stands still longer than the limit goes on while the next one holds.</source>
        <translation>仅在使用时限时才有，以数据库的时钟为准。停住超过时限的客户端，在下一个持有者获得锁后仍会继续运行。</translation>
    </message>
    <message>
        <source>gave up: DELETE my row</source>
        <translation>放弃时: DELETE 我的行</translation>
    </message>
    <message>
        <source>DELETE … WHERE owner = me</source>
        <translation>DELETE … WHERE owner = me</translation>
    </message>
    <message>
        <source>Only its own row: when the time was over, it is another&apos;s by now.</source>
        <translation>只删除自己的行：若时限已过，它此时已是别人的。</translation>
    </message>
    <message>
        <source>begin:</source>
        <translation>开始:</translation>
    </message>
    <message>
        <source>v = SELECT version, then work</source>
        <translation>v = SELECT version, 然后工作</translation>
    </message>
    <message>
        <source>end:</source>
        <translation>结束:</translation>
    </message>
    <message>
        <source>UPDATE version = v + 1 WHERE version = v: done</source>
        <translation>UPDATE version = v + 1 WHERE version = v: 完成</translation>
    </message>
    <message>
        <source>reply lost: is the newest version mine?</source>
        <translation>应答丢失: 最新版本是我的?</translation>
    </message>
    <message>
        <source>else it was in vain: v = SELECT version</source>
        <translation>否则白做了: v = SELECT version</translation>
    </message>
    <message>
        <source>work again, repeat</source>
        <translation>重新工作, 重来</translation>
    </message>
    <message>
        <source>The more clients there are, the more work is lost: each round has one winner.</source>
        <translation>客户端越多，浪费的工作越多：每轮只有一个胜者。</translation>
    </message>
    <message>
        <source>take a connection</source>
        <translation>取一个连接</translation>
    </message>
    <message>
        <source>BEGIN</source>
        <translation>BEGIN</translation>
    </message>
    <message>
        <source>SELECT … FOR UPDATE: I hold</source>
        <translation>SELECT … FOR UPDATE: 持有</translation>
    </message>
    <message>
        <source>The database keeps who waits. Each waiter blocks its connection; after a second it asks again, at the end of the line.</source>
        <translation>等待者由数据库保管。每个等待者阻塞自己的连接；一秒后重新请求，排到队尾。</translation>
    </message>
    <message>
        <source>connection lost: nothing is held, repeat</source>
        <translation>连接断开: 不再持有, 重来</translation>
    </message>
    <message>
        <source>gave up: COMMIT</source>
        <translation>放弃时: COMMIT</translation>
    </message>
    <message>
        <source>COMMIT</source>
        <translation>COMMIT</translation>
    </message>
    <message>
        <source>GET_LOCK(name) or pg_advisory_lock: I hold</source>
        <translation>GET_LOCK(name) 或 pg_advisory_lock: 持有</translation>
    </message>
    <message>
        <source>A lock of the database by its name: no row, no transaction. A waiter blocks its connection.</source>
        <translation>数据库中按名称的锁：没有行，也没有事务。等待者阻塞自己的连接。</translation>
    </message>
    <message>
        <source>gave up: give it back</source>
        <translation>放弃时: 归还</translation>
    </message>
    <message>
        <source>RELEASE_LOCK or pg_advisory_unlock</source>
        <translation>RELEASE_LOCK 或 pg_advisory_unlock</translation>
    </message>
    <message>
        <source>a plain lock: the node itself, while there is one</source>
        <translation>普通锁：节点存在时，节点本身就是锁</translation>
    </message>
    <message>
        <source>&quot;%2&quot;: %3</source>
        <translation>&quot;%2&quot;：%3</translation>
    </message>
    <message>
        <source>%2</source>
        <translation>%2</translation>
    </message>
    <message>
        <source>it must be a text</source>
        <translation>它必须是文本</translation>
    </message>
    <message>
        <source>it is &quot;%1&quot;, and must be one of %2</source>
        <translation>它是 &quot;%1&quot;，但必须是以下之一：%2</translation>
    </message>
    <message>
        <source>it is no key of a pattern</source>
        <translation>它不是模式的键</translation>
    </message>
    <message>
        <source>it needs &quot;child&quot;, for the names of contenders, or &quot;node&quot;, for the path of a lock of one node</source>
        <translation>需要 &quot;child&quot;（竞争者的名称）或 &quot;node&quot;（单节点锁的路径）</translation>
    </message>
    <message>
        <source>&quot;child&quot; needs a group (?&lt;seq&gt;…) for the sequence number</source>
        <translation>&quot;child&quot; 需要一个分组 (?&lt;seq&gt;…) 表示序号</translation>
    </message>
    <message>
        <source>&quot;shared&quot; says what the group (?&lt;mode&gt;…) is for a reader, and &quot;child&quot; has no such group</source>
        <translation>&quot;shared&quot; 指定读者的分组 (?&lt;mode&gt;…) 的内容，而 &quot;child&quot; 没有这样的分组</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no regular expression: %2 at character %3</source>
        <translation>&quot;%1&quot; 不是正则表达式：%2，位于第 %3 个字符</translation>
    </message>
    <message>
        <source>&quot;name&quot; must be of a-z, 0-9 and -</source>
        <translation>&quot;name&quot; 只能由 a-z、0-9 和 - 组成</translation>
    </message>
    <message>
        <source>there is a dialect of this name already</source>
        <translation>已有同名的方言</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>no JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>it must be {&quot;%1&quot;: %2, &quot;patterns&quot;: […]}</source>
        <translation>它必须是 {&quot;%1&quot;: %2, &quot;patterns&quot;: […]}</translation>
    </message>
    <message>
        <source>pattern %1 is left out: %2</source>
        <translation>模式 %1 已忽略：%2</translation>
    </message>
    <message>
        <source>mutex</source>
        <translation>互斥锁</translation>
    </message>
    <message>
        <source>readwrite</source>
        <translation>读写锁</translation>
    </message>
    <message>
        <source>semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>election</source>
        <translation>选主</translation>
    </message>
    <message>
        <source>ephemeral</source>
        <translation>临时节点</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>1 and a hand-over</source>
        <translation>1 加一次交接</translation>
    </message>
    <message>
        <source>Mutex</source>
        <translation>互斥锁</translation>
    </message>
    <message>
        <source>Sequential nodes: the smallest holds, each other one watches the node just before it.</source>
        <translation>顺序节点：最小的持有，其他的各自监听紧邻的前一个节点。</translation>
    </message>
    <message>
        <source>Reentrant mutex</source>
        <translation>可重入互斥锁</translation>
    </message>
    <message>
        <source>Curator&apos;s InterProcessMutex: its owner enters again without a request, and only the last release deletes.</source>
        <translation>Curator 的 InterProcessMutex：持有者再次进入无需请求，最后一次释放才删除节点。</translation>
    </message>
    <message>
        <source>Read/write lock</source>
        <translation>读写锁</translation>
    </message>
    <message>
        <source>A reader watches the nearest earlier writer, a writer the node just before it: readers enter together.</source>
        <translation>读者监听前面最近的写者，写者监听紧邻的前一个节点：读者一同进入。</translation>
    </message>
    <message>
        <source>1; a writer with k readers behind: k</source>
        <translation>1；后有 k 个读者的写者：k</translation>
    </message>
    <message>
        <source>2; a writer with k readers behind: 1 + k</source>
        <translation>2；后有 k 个读者的写者：1 + k</translation>
    </message>
    <message>
        <source>Curator&apos;s read/write lock</source>
        <translation>Curator 的读写锁</translation>
    </message>
    <message>
        <source>Readers watch the oldest writer. A writer may go on as a reader (downgrade); a reader may not become a writer.</source>
        <translation>读者监听最早的写者。写者可以转为读者继续（降级）；读者不能成为写者。</translation>
    </message>
    <message>
        <source>R readers behind m writers: R each</source>
        <translation>m 个写者后有 R 个读者：每次 R</translation>
    </message>
    <message>
        <source>2R each</source>
        <translation>每次 2R</translation>
    </message>
    <message>
        <source>Read/write lock, naive</source>
        <translation>读写锁（朴素）</translation>
    </message>
    <message>
        <source>Everyone watches the node just before it, so that readers wait in line behind readers.</source>
        <translation>每个都监听紧邻的前一个节点，因此读者要排在读者后面等待。</translation>
    </message>
    <message>
        <source>Semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>n leases: a mutex lets one contender at a time look whether a lease is free; it waits for one while it holds the mutex.</source>
        <translation>n 个租约：由一把互斥锁控制，每次只让一个竞争者查看是否有空闲租约；没有时，它持有这把互斥锁等待。</translation>
    </message>
    <message>
        <source>Non-reentrant mutex</source>
        <translation>不可重入互斥锁</translation>
    </message>
    <message>
        <source>Curator&apos;s InterProcessSemaphoreMutex: a semaphore of one lease.</source>
        <translation>Curator 的 InterProcessSemaphoreMutex：只有一个租约的信号量。</translation>
    </message>
    <message>
        <source>Several locks as one</source>
        <translation>多锁合一</translation>
    </message>
    <message>
        <source>Takes its locks one after another, in sorted order unless told otherwise, and gives back what it has if one fails.</source>
        <translation>逐个获取各把锁，除非另有指定，否则按排序；若有一把失败，就归还已取得的。</translation>
    </message>
    <message>
        <source>2 for each lock</source>
        <translation>每把锁 2</translation>
    </message>
    <message>
        <source>3 for each lock</source>
        <translation>每把锁 3</translation>
    </message>
    <message>
        <source>1 for each lock</source>
        <translation>每把锁 1</translation>
    </message>
    <message>
        <source>Revocable mutex</source>
        <translation>可请求释放的互斥锁</translation>
    </message>
    <message>
        <source>A mutex whose holder watches its own node&apos;s data: others may ask there to have the lock back.</source>
        <translation>持有者监听自己节点数据的互斥锁：别的客户端可以在那里请求释放。</translation>
    </message>
    <message>
        <source>1, and 1 for its own watch; asking: 1</source>
        <translation>1，自身的 watch 另加 1；请求释放：1</translation>
    </message>
    <message>
        <source>2; asking: 1 write, 1 read</source>
        <translation>2；请求释放：1 写、1 读</translation>
    </message>
    <message>
        <source>Process lock with shared threads</source>
        <translation>线程共享的进程锁</translation>
    </message>
    <message>
        <source>One node for a process; its threads enter and leave without traffic, and the last one to leave gives the lock back.</source>
        <translation>一个进程一个节点；线程进出不产生流量，最后离开的线程归还锁。</translation>
    </message>
    <message>
        <source>2; a thread that joins: 0</source>
        <translation>2；加入的线程：0</translation>
    </message>
    <message>
        <source>Queue, everyone watches the directory</source>
        <translation>队列，全体监听锁目录</translation>
    </message>
    <message>
        <source>Sequential nodes, but each waiter watches the directory: every arrival and every release wakes all.</source>
        <translation>使用顺序节点，但每个等待者都监听锁目录：每次到来和每次释放都会唤醒全部。</translation>
    </message>
    <message>
        <source>2, and all others wake</source>
        <translation>2，且唤醒其余全部</translation>
    </message>
    <message>
        <source>N lists of N names</source>
        <translation>N 次列出 N 个名称</translation>
    </message>
    <message>
        <source>Plain ephemeral node</source>
        <translation>普通临时节点</translation>
    </message>
    <message>
        <source>The lock path itself is the node: who creates it holds, all others watch it and race when it goes.</source>
        <translation>锁路径本身就是节点：创建成功者持有，其他的都监听它，在它消失时争抢。</translation>
    </message>
    <message>
        <source>Lost wake-up</source>
        <translation>丢失的唤醒</translation>
    </message>
    <message>
        <source>Watches the node before it without looking whether it is still there, as Java&apos;s WriteLock.</source>
        <translation>监听前一个节点时不检查它是否还在，如 Java 的 WriteLock。</translation>
    </message>
    <message>
        <source>If that node goes between the list and the watch, the client waits for ever, and all behind it.</source>
        <translation>如果该节点在列出与监听之间消失，客户端会永远等待，后面的也一样。</translation>
    </message>
    <message>
        <source>Self watch</source>
        <translation>监听自己</translation>
    </message>
    <message>
        <source>Compares its own full path with bare names after a lost create reply, as Java&apos;s WriteLock.</source>
        <translation>create 的应答丢失后，用自己的完整路径与不带路径的名称比较，如 Java 的 WriteLock。</translation>
    </message>
    <message>
        <source>It takes itself for the node before it and waits for its own node.</source>
        <translation>它把自己当成前一个节点，等待自己的节点。</translation>
    </message>
    <message>
        <source>Two holders by sort order</source>
        <translation>排序导致的双重持有</translation>
    </message>
    <message>
        <source>Sorts by the whole name, session id included, not by number (ZOOKEEPER-2931).</source>
        <translation>按包含会话 id 的完整名称排序，而不是按序号（ZOOKEEPER-2931）。</translation>
    </message>
    <message>
        <source>A late comer with a smaller name finds itself first: two hold at once.</source>
        <translation>名称较小的后来者发现自己排第一：两个同时持有。</translation>
    </message>
    <message>
        <source>Requeue at the tail</source>
        <translation>重排到队尾</translation>
    </message>
    <message>
        <source>When the node before it goes before it is watched, it deletes its own and queues again, as zoo_lock.c.</source>
        <translation>前一个节点在被监听之前消失时，它删除自己的节点并重新排队，如 zoo_lock.c。</translation>
    </message>
    <message>
        <source>A waiter loses its place to all who came after it.</source>
        <translation>等待者把位置让给了所有后来者。</translation>
    </message>
    <message>
        <source>Overtaking writer</source>
        <translation>插队的写者</translation>
    </message>
    <message>
        <source>A write lock goes down to a read lock by a new node at the end of the queue (CURATOR-276, CURATOR-621).</source>
        <translation>写锁降级为读锁时，在队尾新建节点（CURATOR-276、CURATOR-621）。</translation>
    </message>
    <message>
        <source>A writer that waited enters while the downgraded reader still reads.</source>
        <translation>降级后的读者仍在读时，等待的写者就进入了。</translation>
    </message>
    <message>
        <source>Mutual wait</source>
        <translation>相互等待</translation>
    </message>
    <message>
        <source>Readers wait for later writers too (kazoo #649).</source>
        <translation>读者也等待更晚的写者（kazoo #649）。</translation>
    </message>
    <message>
        <source>A reader and a writer wait for each other for ever.</source>
        <translation>一个读者和一个写者永远互相等待。</translation>
    </message>
    <message>
        <source>Leaky timeout</source>
        <translation>泄漏的超时</translation>
    </message>
    <message>
        <source>A timed-out acquire goes away and leaves its node (kazoo #732, zk-ruby #49).</source>
        <translation>超时的获取离开时留下了节点（kazoo #732、zk-ruby #49）。</translation>
    </message>
    <message>
        <source>The node left behind reaches the head and blocks all until its session ends.</source>
        <translation>留下的节点到达队首后，阻塞所有竞争者，直到其会话结束。</translation>
    </message>
    <message>
        <source>Duplicate contender</source>
        <translation>重复的竞争者</translation>
    </message>
    <message>
        <source>Creates again after a lost reply without looking for the node that is there (CURATOR-45, zk-ruby #51).</source>
        <translation>应答丢失后不查找已有的节点就再次创建（CURATOR-45、zk-ruby #51）。</translation>
    </message>
    <message>
        <source>Blocked by a foreign child</source>
        <translation>被外来子节点阻塞</translation>
    </message>
    <message>
        <source>Fails on a child whose name it cannot read, and leaves its own node (go-zookeeper lock.go).</source>
        <translation>遇到名称无法解析的子节点就失败，并留下自己的节点（go-zookeeper lock.go）。</translation>
    </message>
    <message>
        <source>One stray node makes every acquire fail, each leaving one more node.</source>
        <translation>一个无关节点使每次获取都失败，每次又多留下一个节点。</translation>
    </message>
    <message>
        <source>Silent loss</source>
        <translation>无声丢失</translation>
    </message>
    <message>
        <source>The holder is not told that its session has expired (CURATOR-206).</source>
        <translation>会话过期时不通知持有者（CURATOR-206）。</translation>
    </message>
    <message>
        <source>It goes on as if it held, while the next one holds.</source>
        <translation>它像仍持有一样继续运行，而下一个竞争者已经持有。</translation>
    </message>
    <message>
        <source>Forgotten release</source>
        <translation>被遗忘的释放</translation>
    </message>
    <message>
        <source>A release that fails with a lost connection is forgotten (CURATOR-678).</source>
        <translation>因连接丢失而失败的释放被遗忘（CURATOR-678）。</translation>
    </message>
    <message>
        <source>Election livelock</source>
        <translation>选主活锁</translation>
    </message>
    <message>
        <source>A client that finds the node before it gone deletes its own and queues again (CURATOR-644, CURATOR-645).</source>
        <translation>发现前一个节点消失的客户端删除自己的节点并重新排队（CURATOR-644、CURATOR-645）。</translation>
    </message>
    <message>
        <source>Orphaned lease</source>
        <translation>孤儿租约</translation>
    </message>
    <message>
        <source>A semaphore whose timed-out acquire leaves its lease (CURATOR-315, CURATOR-462).</source>
        <translation>超时的获取会留下租约的信号量（CURATOR-315、CURATOR-462）。</translation>
    </message>
    <message>
        <source>Leaked watch</source>
        <translation>泄漏的 watch</translation>
    </message>
    <message>
        <source>A timed-out acquire leaves its watch (CURATOR-107).</source>
        <translation>超时的获取留下了 watch（CURATOR-107）。</translation>
    </message>
    <message>
        <source>Watches pile up at the server for clients that wait for nothing.</source>
        <translation>watch 在服务器上堆积，而对应的客户端并不等待什么。</translation>
    </message>
    <message>
        <source>Never-releasing contender</source>
        <translation>永不释放的竞争者</translation>
    </message>
    <message>
        <source>Its node is not ephemeral (kazoo&apos;s ephemeral=False, Hive&apos;s keep-alive).</source>
        <translation>它的节点不是临时节点（kazoo 的 ephemeral=False、Hive 的 keep-alive）。</translation>
    </message>
    <message>
        <source>When the client dies, its node stays: the lock is taken for ever.</source>
        <translation>客户端死后节点仍在：锁被永远占用。</translation>
    </message>
    <message>
        <source>Unsorted multi-lock</source>
        <translation>未排序的多锁</translation>
    </message>
    <message>
        <source>Several locks, every second client taking them in the opposite order.</source>
        <translation>获取多把锁，每隔一个客户端就以相反的顺序获取。</translation>
    </message>
    <message>
        <source>Two clients each hold what the other waits for: a deadlock.</source>
        <translation>两个客户端各自持有对方等待的锁：死锁。</translation>
    </message>
    <message>
        <source>each poll of each waiter</source>
        <translation>每个等待者的每次轮询</translation>
    </message>
    <message>
        <source>Redlock: the key on most of several servers</source>
        <translation>Redlock：key 设在多台服务器的多数上</translation>
    </message>
    <message>
        <source>One command sets the key on each of five servers that know nothing of one another; whom more than half gave it holds for as long as is left of the limit.</source>
        <translation>一条命令在五台互不知晓的服务器上分别设置 key；获得过半服务器授予者，在剩余时限内持有。</translation>
    </message>
    <message>
        <source>10 for each poll</source>
        <translation>每次轮询 10</translation>
    </message>
    <message>
        <source>A holder that stands still, or works, longer than the limit goes on while the next one holds; so it does where a server&apos;s clock jumps, or one comes back without its keys. There is no fencing token.</source>
        <translation>停住或工作超过时限的持有者，在下一个持有者获得锁后仍会继续运行；服务器时钟跳变，或服务器恢复后丢了 key 时也会这样。没有栅栏令牌。</translation>
    </message>
    <message>
        <source>1 for each poll</source>
        <translation>每次轮询 1</translation>
    </message>
    <message>
        <source>SETNX</source>
        <translation>SETNX</translation>
    </message>
    <message>
        <source>Who sets the key holds, and deletes it to release; the others try again.</source>
        <translation>设置 key 成功者持有，释放时删除它；其他的重试。</translation>
    </message>
    <message>
        <source>SETNX, then EXPIRE</source>
        <translation>先 SETNX，再 EXPIRE</translation>
    </message>
    <message>
        <source>Who sets the key holds, and gives it a time limit by a second command.</source>
        <translation>设置 key 成功者持有，再用第二条命令设置时限。</translation>
    </message>
    <message>
        <source>SETNX with a time, GETSET when it is over</source>
        <translation>SETNX 存时间，到期用 GETSET</translation>
    </message>
    <message>
        <source>The key holds the time at which it is over; who replaces a time that is over, by GETSET, holds.</source>
        <translation>key 中存放到期时间；用 GETSET 替换掉已到期的时间者持有。</translation>
    </message>
    <message>
        <source>Each client reads its own clock: one that is ahead takes a lock that is held, and the release of the one before deletes its key. Who loses the race overwrites the winner&apos;s time.</source>
        <translation>每个客户端读自己的时钟：时钟偏快的客户端会取走别人持有的锁，而前一个持有者释放时会删除它的 key。竞争落败者会覆盖胜者的时间。</translation>
    </message>
    <message>
        <source>2 for each poll, 3 when the time is over</source>
        <translation>每次轮询 2，到期时 3</translation>
    </message>
    <message>
        <source>SET NX PX with a token</source>
        <translation>SET NX PX 带令牌</translation>
    </message>
    <message>
        <source>One command sets the key with a token and a time limit; a script deletes it only if the token is its own.</source>
        <translation>一条命令设置 key，同时带上令牌和时限；仅当令牌是自己的时，脚本才删除它。</translation>
    </message>
    <message>
        <source>A holder that stands still, or works, longer than the limit goes on while the next one holds. There is no fencing token.</source>
        <translation>停住或工作超过时限的持有者，在下一个持有者获得锁后仍会继续运行。没有栅栏令牌。</translation>
    </message>
    <message>
        <source>SET NX PX, renewed while held</source>
        <translation>SET NX PX，持有期间续期</translation>
    </message>
    <message>
        <source>3, and 1 for each time that it wakes</source>
        <translation>3，每次醒来再加 1</translation>
    </message>
    <message>
        <source>A holder that stands still longer than the limit cannot renew, and goes on while the next one holds. There is no fencing token.</source>
        <translation>停住超过时限的持有者无法续期，在下一个持有者获得锁后仍会继续运行。没有栅栏令牌。</translation>
    </message>
    <message>
        <source>1, and 1 for each second</source>
        <translation>1，每秒再加 1</translation>
    </message>
    <message>
        <source>A row that is there</source>
        <translation>存在即持有的行</translation>
    </message>
    <message>
        <source>Who inserts the row holds, and deletes it to release; the others try again.</source>
        <translation>插入行成功者持有，释放时删除它；其他的重试。</translation>
    </message>
    <message>
        <source>1 for each poll, 2 where a time limit is kept</source>
        <translation>每次轮询 1，有时限则 2</translation>
    </message>
    <message>
        <source>With a time limit, a holder that stands still, or works, longer than the limit goes on while the next one holds. The number of its line in the log can fence.</source>
        <translation>有时限时，停住或工作超过时限的持有者，在下一个持有者获得锁后仍会继续运行。它在日志表中的行号可作栅栏。</translation>
    </message>
    <message>
        <source>A version that is still the same</source>
        <translation>版本未变才写入</translation>
    </message>
    <message>
        <source>Optimistic: all work at once, and write only if the version is the one that they read.</source>
        <translation>乐观方式：大家同时工作，仅当版本与读到的一致时才写入。</translation>
    </message>
    <message>
        <source>Nothing waits: who was not first has worked in vain and works again. Work outside of the row is not protected.</source>
        <translation>没有等待：不是最先的就白做，重新工作。行以外的工作不受保护。</translation>
    </message>
    <message>
        <source>SELECT … FOR UPDATE</source>
        <translation>SELECT … FOR UPDATE</translation>
    </message>
    <message>
        <source>The database&apos;s own row lock, held by a transaction that is open as long.</source>
        <translation>数据库自身的行锁，由一个始终打开的事务持有。</translation>
    </message>
    <message>
        <source>Each waiter blocks a connection, of which a server has few. Who loses the connection believes to hold until its next statement. A client that vanishes holds until the database notices.</source>
        <translation>每个等待者阻塞一个连接，而服务器的连接不多。连接断开者在执行下一条语句之前仍自认为持有。客户端消失后，在数据库察觉之前仍算持有。</translation>
    </message>
    <message>
        <source>A lock of the database by name</source>
        <translation>数据库的命名锁</translation>
    </message>
    <message>
        <source>GET_LOCK of MariaDB, an advisory lock of PostgreSQL: no row and no transaction.</source>
        <translation>MariaDB 的 GET_LOCK，PostgreSQL 的咨询锁：没有行，也没有事务。</translation>
    </message>
    <message>
        <source>It belongs to the connection: each waiter blocks one, and a pool that changes connections loses it without a word.</source>
        <translation>它属于连接：每个等待者阻塞一个连接，而更换连接的连接池会悄无声息地丢掉它。</translation>
    </message>
    <message>
        <source>A recipe of your own, built into this program.</source>
        <translation>您自己的配方，已编译进本程序。</translation>
    </message>
    <message>
        <source>plain ephemeral</source>
        <translation>普通临时节点</translation>
    </message>
    <message>
        <source>Curator&apos;s read/write</source>
        <translation>Curator 读写锁</translation>
    </message>
    <message>
        <source>directory watch</source>
        <translation>监听锁目录</translation>
    </message>
    <message>
        <source>read/write, readers</source>
        <translation>读写锁，读者</translation>
    </message>
    <message>
        <source>two locks as one</source>
        <translation>两锁合一</translation>
    </message>
    <message>
        <source>predecessor watch</source>
        <translation>监听前一节点</translation>
    </message>
    <message>
        <source>Ephemeral: the server deletes the node with the session, so that a crash gives the lock back. Sequential: the server numbers it, so that all see one order.</source>
        <translation>临时：服务器随会话删除节点，所以崩溃会归还锁。顺序：由服务器编号，所以大家看到同一顺序。</translation>
    </message>
    <message>
        <source>The lock&apos;s directory is made by the first client that comes.</source>
        <translation>锁目录由第一个到来的客户端创建。</translation>
    </message>
    <message>
        <source>The create may have been carried out all the same. The node is looked for by the token in its name; a second one would block everybody once it is at the head.</source>
        <translation>create 仍可能已经执行。按名称中的令牌查找节点；多出的第二个节点一旦到达队首，就会阻塞所有竞争者。</translation>
    </message>
    <message>
        <source>The smallest number holds. No node is written for it: it is a fact that all can read.</source>
        <translation>序号最小的持有。不为此写入任何节点：这是谁都能读到的事实。</translation>
    </message>
    <message>
        <source>Only the node just before: a release wakes one waiter, and not all.</source>
        <translation>只监听紧邻的前一个节点：一次释放只唤醒一个等待者，而不是全部。</translation>
    </message>
    <message>
        <source>It may have gone between the list and the watch, which would then never fire.</source>
        <translation>它可能在列出与监听之间消失，那样 watch 就永远不会触发。</translation>
    </message>
    <message>
        <source>Nothing is sent meanwhile. That it went does not mean that it is my turn: the one before me may just have given up. So the queue is listed again.</source>
        <translation>其间不发送任何请求。它消失并不表示轮到我：前一个可能只是放弃了。所以要重新列出队列。</translation>
    </message>
    <message>
        <source>The delete is repeated until it is known that the node has gone.</source>
        <translation>反复删除，直到确知节点已消失。</translation>
    </message>
    <message>
        <source>Its owner enters again without a request: only this side counts.</source>
        <translation>持有者再次进入无需请求：只在本端计数。</translation>
    </message>
    <message>
        <source>Only the last one to leave gives the lock back.</source>
        <translation>最后一个离开时才归还锁。</translation>
    </message>
    <message>
        <source>Readers do not mind one another: those behind the same writer enter together.</source>
        <translation>读者互不妨碍：同一写者后面的读者一同进入。</translation>
    </message>
    <message>
        <source>A writer excludes everybody.</source>
        <translation>写者排斥所有其他竞争者。</translation>
    </message>
    <message>
        <source>One node, whose going may make it my turn.</source>
        <translation>就是那一个消失后可能轮到我的节点。</translation>
    </message>
    <message>
        <source>All readers watch one node and wake together, also when another writer is still before them.</source>
        <translation>所有读者监听同一个节点，一同醒来，即使前面还有另一个写者。</translation>
    </message>
    <message>
        <source>Readers behind it may enter now.</source>
        <translation>它后面的读者现在可以进入。</translation>
    </message>
    <message>
        <source>Made before there is room for it, and counted with the others.</source>
        <translation>在有空位之前就创建，并与其他租约一起计数。</translation>
    </message>
    <message>
        <source>At most one client is here, so that this watch is no herd.</source>
        <translation>此处最多一个客户端，所以这个 watch 不会造成羊群效应。</translation>
    </message>
    <message>
        <source>A lease that is returned wakes this one client.</source>
        <translation>归还一个租约就唤醒这一个客户端。</translation>
    </message>
    <message>
        <source>The next one may look for a lease now.</source>
        <translation>下一个现在可以查找租约。</translation>
    </message>
    <message>
        <source>Wakes the client that looks for one.</source>
        <translation>唤醒正在查找租约的客户端。</translation>
    </message>
    <message>
        <source>if it is gone: delete(me),</source>
        <translation>若已消失: delete(me),</translation>
    </message>
    <message>
        <source>create me again</source>
        <translation>重新创建 me</translation>
    </message>
    <message>
        <source>me = create(lock-, EPH|SEQ)</source>
        <translation>me = create(lock-, EPH|SEQ)</translation>
    </message>
    <message>
        <source>me = create(lock-, SEQ)</source>
        <translation>me = create(lock-, SEQ)</translation>
    </message>
    <message>
        <source>Not ephemeral: when the client dies its node stays, and the lock is taken for ever.</source>
        <translation>不是临时节点：客户端死后节点仍在，锁被永远占用。</translation>
    </message>
    <message>
        <source>no directory: make it, repeat</source>
        <translation>无目录: 创建, 重来</translation>
    </message>
    <message>
        <source>reply lost: find my node</source>
        <translation>应答丢失: 查找我的节点</translation>
    </message>
    <message>
        <source>reply lost: create again</source>
        <translation>应答丢失: 再次创建</translation>
    </message>
    <message>
        <source>queue = children(lock)</source>
        <translation>queue = children(lock)</translation>
    </message>
    <message>
        <source>queue = children, by whole name</source>
        <translation>queue = children, 按全名</translation>
    </message>
    <message>
        <source>Sorted by the whole name, with the session&apos;s id before the number: a late comer may find itself first while another holds.</source>
        <translation>按完整名称排序，会话 id 在序号之前：后来者可能在别人持有时发现自己排第一。</translation>
    </message>
    <message>
        <source>One stray child makes every acquire fail, and each leaves one more node behind. Sound: pass over it.</source>
        <translation>一个无关子节点就使每次获取都失败，每次又多留下一个节点。正确做法：跳过它。</translation>
    </message>
    <message>
        <source>a name without number: fail</source>
        <translation>名称无序号: 失败</translation>
    </message>
    <message>
        <source>if I am first: return, I hold</source>
        <translation>若我排第一: 返回, 持有</translation>
    </message>
    <message>
        <source>watch(the node before me)</source>
        <translation>watch(我的前一个节点)</translation>
    </message>
    <message>
        <source>watch(greatest path &lt; my name)</source>
        <translation>watch(最大路径 &lt; 我的名称)</translation>
    </message>
    <message>
        <source>After a lost reply it looks for the greatest path below its own bare name. Every path begins with &quot;/&quot; and sorts before it, its own too: it watches itself.</source>
        <translation>应答丢失后，它查找小于自己名称（不带路径）的最大路径。每个路径都以 &quot;/&quot; 开头，都排在该名称之前，包括它自己的：于是它监听了自己。</translation>
    </message>
    <message>
        <source>if it is gone: repeat</source>
        <translation>若已消失: 重来</translation>
    </message>
    <message>
        <source>Its place is lost to all who came after it. Sound: keep the place and list again.</source>
        <translation>它的位置让给了所有后来者。正确做法：保留位置，重新列出。</translation>
    </message>
    <message>
        <source>wait until it goes</source>
        <translation>等到它消失</translation>
    </message>
    <message>
        <source>It does not look whether the node is there still. If it went between the list and the watch, nothing ever fires.</source>
        <translation>它不检查节点是否还在。若节点在列出与监听之间消失，就永远不会触发。</translation>
    </message>
    <message>
        <source>gave up: delete(me)</source>
        <translation>放弃时: delete(me)</translation>
    </message>
    <message>
        <source>gave up: leave</source>
        <translation>放弃时: 离开</translation>
    </message>
    <message>
        <source>failed: delete(me)</source>
        <translation>失败时: delete(me)</translation>
    </message>
    <message>
        <source>gave up: delete(me), not watch</source>
        <translation>放弃时: delete(me), 不撤 watch</translation>
    </message>
    <message>
        <source>delete(me)</source>
        <translation>delete(me)</translation>
    </message>
    <message>
        <source>delete(me), forget it</source>
        <translation>delete(me), 不再过问</translation>
    </message>
    <message>
        <source>reply lost: is it gone?</source>
        <translation>应答丢失: 已消失?</translation>
    </message>
    <message>
        <source>session expired:</source>
        <translation>会话过期:</translation>
    </message>
    <message>
        <source>The holder is not told. It goes on as if it held, while the next one holds.</source>
        <translation>持有者没有得到通知。它像仍持有一样继续运行，而下一个竞争者已经持有。</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>if I hold: count + 1, return</source>
        <translation>若已持有: count + 1, 返回</translation>
    </message>
    <message>
        <source>if count &gt; 1: count − 1, return</source>
        <translation>若 count &gt; 1: count − 1, 返回</translation>
    </message>
    <message>
        <source>me = create(R- or W-, EPH|SEQ)</source>
        <translation>me = create(R- 或 W-, EPH|SEQ)</translation>
    </message>
    <message>
        <source>as reader: the last writer before me</source>
        <translation>读者: 我前面最后一个写者</translation>
    </message>
    <message>
        <source>as reader: the last writer of all</source>
        <translation>读者: 全体中最后一个写者</translation>
    </message>
    <message>
        <source>Writers behind it count as well: the reader waits for a writer that waits for the reader.</source>
        <translation>更晚的写者也算在内：读者等待写者，而这个写者又在等待该读者。</translation>
    </message>
    <message>
        <source>as writer: the node before me</source>
        <translation>写者: 我的前一个节点</translation>
    </message>
    <message>
        <source>watch(that node)</source>
        <translation>watch(该节点)</translation>
    </message>
    <message>
        <source>if I read, no writer before: hold</source>
        <translation>若我读, 前面无写者: 持有</translation>
    </message>
    <message>
        <source>Readers as well, so that they stand in line behind readers: each wakes the next.</source>
        <translation>读者也一样，所以要排在读者后面：每个唤醒下一个。</translation>
    </message>
    <message>
        <source>me = create(READ/WRIT, EPH|SEQ)</source>
        <translation>me = create(READ/WRIT, EPH|SEQ)</translation>
    </message>
    <message>
        <source>as reader: the oldest writer</source>
        <translation>读者: 最早的写者</translation>
    </message>
    <message>
        <source>write → read:</source>
        <translation>写 → 读:</translation>
    </message>
    <message>
        <source>reader = create(my number, EPH)</source>
        <translation>reader = create(我的序号, EPH)</translation>
    </message>
    <message>
        <source>reader = create(EPH|SEQ)</source>
        <translation>reader = create(EPH|SEQ)</translation>
    </message>
    <message>
        <source>reply lost: is it mine?</source>
        <translation>应答丢失: 是我的?</translation>
    </message>
    <message>
        <source>delete(writer)</source>
        <translation>delete(writer)</translation>
    </message>
    <message>
        <source>gave up: delete(reader)</source>
        <translation>放弃时: delete(reader)</translation>
    </message>
    <message>
        <source>n = data(lock)</source>
        <translation>n = data(lock)</translation>
    </message>
    <message>
        <source>All must agree on how many leases there are.</source>
        <translation>租约有多少个，所有客户端必须一致。</translation>
    </message>
    <message>
        <source>queue = children(line)</source>
        <translation>queue = children(line)</translation>
    </message>
    <message>
        <source>if I am first: go on</source>
        <translation>若我排第一: 继续</translation>
    </message>
    <message>
        <source>leases = children(), watch</source>
        <translation>leases = children(), watch</translation>
    </message>
    <message>
        <source>if fewer than n: go on</source>
        <translation>若少于 n: 继续</translation>
    </message>
    <message>
        <source>wait for a change</source>
        <translation>等待变化</translation>
    </message>
    <message>
        <source>lease = create(token, EPH)</source>
        <translation>lease = create(token, EPH)</translation>
    </message>
    <message>
        <source>Made once there is room: leases have no order of their own.</source>
        <translation>有空位后才创建：租约本身没有顺序。</translation>
    </message>
    <message>
        <source>delete(me), I hold</source>
        <translation>delete(me), 持有</translation>
    </message>
    <message>
        <source>delete(lease)</source>
        <translation>delete(lease)</translation>
    </message>
    <message>
        <source>lease = create(lease-, EPH|SEQ)</source>
        <translation>lease = create(lease-, EPH|SEQ)</translation>
    </message>
    <message>
        <source>if at most n: go on</source>
        <translation>若不超过 n: 继续</translation>
    </message>
    <message>
        <source>gave up: delete(me), not lease</source>
        <translation>放弃时: delete(me), 不删 lease</translation>
    </message>
    <message>
        <source>for each lock, in sorted order:</source>
        <translation>按排序对每把锁:</translation>
    </message>
    <message>
        <source>Sorted, so that no two clients each hold what the other waits for.</source>
        <translation>经过排序，所以不会有两个客户端各自持有对方等待的锁。</translation>
    </message>
    <message>
        <source>for each lock, as given:</source>
        <translation>按给定顺序对每把锁:</translation>
    </message>
    <message>
        <source>In the order that it was given, which may be the opposite of another client&apos;s. Sound: sorted.</source>
        <translation>按给定的顺序，可能与另一个客户端的相反。正确做法：排序。</translation>
    </message>
    <message>
        <source>wait, and keep what I have</source>
        <translation>等待, 已有的锁不放</translation>
    </message>
    <message>
        <source>It keeps the locks that it has while it waits for the next one. Two clients with opposite orders each hold what the other waits for.</source>
        <translation>等待下一把锁时，它保留已有的锁。顺序相反的两个客户端各自持有对方等待的锁。</translation>
    </message>
    <message>
        <source>all taken: return, I hold</source>
        <translation>全部取得: 返回, 持有</translation>
    </message>
    <message>
        <source>one fails: release all I have</source>
        <translation>一把失败: 释放已有的全部</translation>
    </message>
    <message>
        <source>for each lock, the last first:</source>
        <translation>逆序对每把锁:</translation>
    </message>
    <message>
        <source>then: watch(data of me)</source>
        <translation>然后: watch(me 的数据)</translation>
    </message>
    <message>
        <source>While it holds. If the word appears there, another client asks to have the lock back: this one then gives it back, but nothing forces it to.</source>
        <translation>持有期间监听。若那里出现约定的字样，说明另一个客户端请求释放：此客户端随即归还锁，但并没有什么强制它这样做。</translation>
    </message>
    <message>
        <source>ask the holder:</source>
        <translation>请求持有者:</translation>
    </message>
    <message>
        <source>The first one holds.</source>
        <translation>第一个节点持有。</translation>
    </message>
    <message>
        <source>write(first, &quot;give it back&quot;)</source>
        <translation>write(first, &quot;请释放&quot;)</translation>
    </message>
    <message>
        <source>&quot;unlock&quot; or &quot;__REVOKE__&quot; in its data, which it watches.</source>
        <translation>数据中的 &quot;unlock&quot; 或 &quot;__REVOKE__&quot;，由它监听。</translation>
    </message>
    <message>
        <source>acquire, a thread:</source>
        <translation>线程获取:</translation>
    </message>
    <message>
        <source>if the process holds: enter</source>
        <translation>若进程已持有: 进入</translation>
    </message>
    <message>
        <source>State and number of threads change as one. No request is sent.</source>
        <translation>状态与线程数作为一个整体改变。不发送请求。</translation>
    </message>
    <message>
        <source>if it asks already: wait for that</source>
        <translation>若已在请求: 等待其结果</translation>
    </message>
    <message>
        <source>The first thread fetches the lock for all that come meanwhile.</source>
        <translation>第一个线程为其间到来的所有线程获取锁。</translation>
    </message>
    <message>
        <source>release, a thread:</source>
        <translation>线程释放:</translation>
    </message>
    <message>
        <source>if others are in: leave, return</source>
        <translation>若还有其他线程: 离开, 返回</translation>
    </message>
    <message>
        <source>The process holds on. No request is sent.</source>
        <translation>进程继续持有。不发送请求。</translation>
    </message>
    <message>
        <source>The last thread gives the lock back; threads that come meanwhile wait until it is released.</source>
        <translation>最后一个线程归还锁；其间到来的线程等到释放完成。</translation>
    </message>
    <message>
        <source>queue = children(lock), watch</source>
        <translation>queue = children(lock), watch</translation>
    </message>
    <message>
        <source>The watch is on the directory: each arrival and each release fires it for everybody.</source>
        <translation>watch 设在锁目录上：每次到来和每次释放都会触发所有客户端的 watch。</translation>
    </message>
    <message>
        <source>wait for any change</source>
        <translation>等待任何变化</translation>
    </message>
    <message>
        <source>A thousand waiters wake for one release and list a thousand names each.</source>
        <translation>一次释放会唤醒一千个等待者，每个都列出一千个名称。</translation>
    </message>
    <message>
        <source>create(lock, EPH)</source>
        <translation>create(lock, EPH)</translation>
    </message>
    <message>
        <source>The path itself is the lock: the server lets one create succeed.</source>
        <translation>路径本身就是锁：服务器只让一个 create 成功。</translation>
    </message>
    <message>
        <source>no parent: make it, repeat</source>
        <translation>无父节点: 创建, 重来</translation>
    </message>
    <message>
        <source>if created: return, I hold</source>
        <translation>若已创建: 返回, 持有</translation>
    </message>
    <message>
        <source>watch(lock)</source>
        <translation>watch(lock)</translation>
    </message>
    <message>
        <source>Everybody watches the one node: a release wakes all, and one of them gets it. That is the herd.</source>
        <translation>所有客户端监听同一个节点：一次释放唤醒全部，只有一个得到锁。这就是羊群效应。</translation>
    </message>
    <message>
        <source>All wait for the same event. Who is next is a race.</source>
        <translation>大家等待同一事件。谁是下一个全凭争抢。</translation>
    </message>
    <message>
        <source>delete(lock)</source>
        <translation>delete(lock)</translation>
    </message>
    <message>
        <source>Wakes everybody who waits.</source>
        <translation>唤醒所有等待的客户端。</translation>
    </message>
    <message>
        <source>FREE</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>FETCHING</source>
        <translation>获取中</translation>
    </message>
    <message>
        <source>RETAINED</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>RELEASING</source>
        <translation>释放中</translation>
    </message>
    <message>
        <source>RELEASED</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>ephemeral node</source>
        <translation>临时节点</translation>
    </message>
    <message>
        <source>watch</source>
        <translation>watch</translation>
    </message>
    <message>
        <source>sequence number</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>shared mode</source>
        <translation>共享模式</translation>
    </message>
    <message>
        <source>a watch wakes it</source>
        <translation>由 watch 唤醒</translation>
    </message>
    <message>
        <source>a message wakes it</source>
        <translation>由消息唤醒</translation>
    </message>
    <message>
        <source>asks again</source>
        <translation>再次请求</translation>
    </message>
    <message>
        <source>blocks at the server</source>
        <translation>阻塞在服务器上</translation>
    </message>
    <message>
        <source>works again</source>
        <translation>重做工作</translation>
    </message>
    <message>
        <source>key</source>
        <translation>key</translation>
    </message>
    <message>
        <source>time limit</source>
        <translation>时限</translation>
    </message>
    <message>
        <source>owner token</source>
        <translation>所有者令牌</translation>
    </message>
    <message>
        <source>polling</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>table with a unique key</source>
        <translation>带唯一键的表</translation>
    </message>
    <message>
        <source>counted entries</source>
        <translation>进入计数</translation>
    </message>
    <message>
        <source>downgrade</source>
        <translation>降级</translation>
    </message>
    <message>
        <source>sorted order of locks</source>
        <translation>锁的排序</translation>
    </message>
    <message>
        <source>a node&apos;s data as a request</source>
        <translation>以节点数据作请求</translation>
    </message>
    <message>
        <source>threads that share a hold</source>
        <translation>线程共享持有</translation>
    </message>
    <message>
        <source>time of day as a value</source>
        <translation>以当前时间为值</translation>
    </message>
    <message>
        <source>clocks that agree</source>
        <translation>一致的时钟</translation>
    </message>
    <message>
        <source>server-side script</source>
        <translation>服务端脚本</translation>
    </message>
    <message>
        <source>renewal</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>publish/subscribe</source>
        <translation>发布/订阅</translation>
    </message>
    <message>
        <source>majority of servers</source>
        <translation>服务器多数派</translation>
    </message>
    <message>
        <source>transaction</source>
        <translation>事务</translation>
    </message>
    <message>
        <source>version column</source>
        <translation>版本列</translation>
    </message>
    <message>
        <source>conditional update</source>
        <translation>条件更新</translation>
    </message>
    <message>
        <source>work that can be repeated</source>
        <translation>可重做的工作</translation>
    </message>
    <message>
        <source>row lock</source>
        <translation>行锁</translation>
    </message>
    <message>
        <source>connection of one&apos;s own</source>
        <translation>独占的连接</translation>
    </message>
    <message>
        <source>advisory lock</source>
        <translation>咨询锁</translation>
    </message>
    <message>
        <source>five servers that know nothing of one another; a majority grants, and two may be down</source>
        <translation>五台互不知晓的服务器；多数授予即可，允许两台停机</translation>
    </message>
    <message>
        <source>an ensemble of three servers or more that agree by majority; one is enough to try it</source>
        <translation>由三台或更多服务器组成、按多数达成一致的集群；试用时一台即可</translation>
    </message>
    <message>
        <source>nothing but a file that all clients can open, on one machine</source>
        <translation>只需一个所有客户端都能打开的文件，限同一台机器</translation>
    </message>
    <message>
        <source>make-directory</source>
        <translation>创建目录</translation>
    </message>
    <message>
        <source>enqueue</source>
        <translation>入队</translation>
    </message>
    <message>
        <source>find-own</source>
        <translation>查找自己</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>next-lock</source>
        <translation>下一把锁</translation>
    </message>
    <message>
        <source>give-back</source>
        <translation>归还</translation>
    </message>
    <message>
        <source>join</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>claim</source>
        <translation>抢锁</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>设时限</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>listen</source>
        <translation>订阅</translation>
    </message>
    <message>
        <source>renew</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>%1 waits in %2</source>
        <translation>%1 在 %2 中等待</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Sessions that wait for one another in a circle: %1 (%2). None of them is served until one gives up.</source>
        <translation>会话循环等待：%1 个（%2）。除非其中一个放弃，否则谁也轮不到。</translation>
    </message>
    <message>
        <source>“%1” is no step of a schedule.</source>
        <translation>“%1”不是调度中的步骤。</translation>
    </message>
    <message>
        <source>In the model a message is late when you let others go first.</source>
        <translation>在模型中，让别人先走，消息就迟到了。</translation>
    </message>
    <message>
        <source>the end of %1&apos;s session arrives</source>
        <translation>%1 的会话结束请求到达</translation>
    </message>
    <message>
        <source>%1 of %2 arrives</source>
        <translation>%2 的 %1 到达</translation>
    </message>
    <message>
        <source>the reply to %1 of %2 is lost</source>
        <translation>%2 的 %1 应答丢失</translation>
    </message>
    <message>
        <source>%1 hears that its session is closed</source>
        <translation>%1 得知其会话已关闭</translation>
    </message>
    <message>
        <source>%1 hears of its %2</source>
        <translation>%1 得知其 %2 的结果</translation>
    </message>
    <message>
        <source>the watch event of %1 reaches %2</source>
        <translation>%1 的 watch 事件到达 %2</translation>
    </message>
    <message>
        <source>%1 sees that its server has hung up</source>
        <translation>%1 发现服务器已断开连接</translation>
    </message>
    <message>
        <source>the connection of %1 breaks: the reply to its %2 is lost</source>
        <translation>%1 的连接断开：其 %2 的应答丢失</translation>
    </message>
    <message>
        <source>the connection of %1 breaks: its %2 is lost</source>
        <translation>%1 的连接断开：其 %2 丢失</translation>
    </message>
    <message>
        <source>the connection of %1 breaks</source>
        <translation>%1 的连接断开</translation>
    </message>
    <message>
        <source>%1 hears that its session is over</source>
        <translation>%1 得知其会话已结束</translation>
    </message>
    <message>
        <source>%1 connects again, to server %2</source>
        <translation>%1 重新连接到服务器 %2</translation>
    </message>
    <message>
        <source>%1 connects again</source>
        <translation>%1 重新连接</translation>
    </message>
    <message>
        <source>the session of %1 times out</source>
        <translation>%1 的会话超时</translation>
    </message>
    <message>
        <source>the timer of %1 runs out</source>
        <translation>%1 的定时器到时</translation>
    </message>
    <message>
        <source>server %1 carries out the next change</source>
        <translation>服务器 %1 执行下一个更改</translation>
    </message>
    <message>
        <source>the empty container %1 goes</source>
        <translation>空的容器节点 %1 消失</translation>
    </message>
    <message>
        <source>%1 pass</source>
        <translation>过去 %1</translation>
    </message>
    <message>
        <source>The audit file %1 cannot be written: %2.</source>
        <translation>无法写入审计文件 %1：%2。</translation>
    </message>
    <message>
        <source>its data changed: another client may hold it by now</source>
        <translation>其数据已改变：此时可能已由另一个客户端持有</translation>
    </message>
    <message>
        <source>no session</source>
        <translation>无会话</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>it was created again: czxid %1 of %2, before %3 of %4</source>
        <translation>它已被重新创建：czxid 现为 %1（%2），原为 %3（%4）</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>未写入任何内容。</translation>
    </message>
    <message>
        <source>the sequence numbers of %1 are used up</source>
        <translation>%1 的序号已用尽</translation>
    </message>
    <message>
        <source>this login may not create nodes in %1</source>
        <translation>此登录无权在 %1 中创建节点</translation>
    </message>
    <message>
        <source>no node can be made in %1</source>
        <translation>无法在 %1 中创建节点</translation>
    </message>
    <message>
        <source>too many nodes are being made in %1</source>
        <translation>在 %1 中正在创建的节点过多</translation>
    </message>
    <message>
        <source>this login may not delete nodes in %1</source>
        <translation>此登录无权在 %1 中删除节点</translation>
    </message>
    <message>
        <source>%1 cannot be asked for: its clients know no word for it, or it does not hold its lock.</source>
        <translation>无法请求释放 %1：其客户端没有约定这样的字样，或它并不持有锁。</translation>
    </message>
    <message>
        <source>%1 has come to hold its lock since you looked: nothing was deleted.</source>
        <translation>%1 在您查看之后已持有其锁：未删除任何内容。</translation>
    </message>
    <message>
        <source>This connection may not delete it: the ACL of %1 allows DELETE to nobody.</source>
        <translation>此连接无权删除它：%1 的 ACL 不允许任何人 DELETE。</translation>
    </message>
    <message>
        <source>This connection may not delete it: the ACL of %1 allows DELETE to %2 only.</source>
        <translation>此连接无权删除它：%1 的 ACL 只允许 %2 执行 DELETE。</translation>
    </message>
    <message>
        <source>The root is no contender of a lock.</source>
        <translation>根节点不是锁的竞争者。</translation>
    </message>
    <message>
        <source>Deleting the record does not stop its holder.</source>
        <translation>删除记录不会使其持有者停下。</translation>
    </message>
    <message>
        <source>Its session %1 is alive: connected from %2, last heard of %3 before the servers were asked.</source>
        <translation>其会话 %1 存活：连接来自 %2，询问服务器之前 %3 最后收到其消息。</translation>
    </message>
    <message>
        <source>Its session %1 is alive: connected from %2.</source>
        <translation>其会话 %1 存活：连接来自 %2。</translation>
    </message>
    <message>
        <source>Its session %1 is open, and no server had a connection of it when asked: its owner is cut off, dead, or on its way to another server; the servers end it in %2 if nothing is heard.</source>
        <translation>其会话 %1 未结束，但询问时没有服务器与它有连接：其所有者已断开、已死，或正在转到另一台服务器；若一直没有消息，服务器将在 %2 后结束该会话。</translation>
    </message>
    <message>
        <source>Its session %1 is open, and no server had a connection of it when asked: its owner is cut off, dead, or on its way to another server.</source>
        <translation>其会话 %1 未结束，但询问时没有服务器与它有连接：其所有者已断开、已死，或正在转到另一台服务器。</translation>
    </message>
    <message>
        <source>No server knows its session %1 any more: the node should be gone by itself.</source>
        <translation>已没有服务器认识其会话 %1：该节点应会自行消失。</translation>
    </message>
    <message>
        <source>Its session %1 was open when this was read; whether its owner is alive is not known.</source>
        <translation>读取时其会话 %1 未结束；所有者是否存活未知。</translation>
    </message>
    <message numerus="yes">
        <source>Deleting the nodes does not stop their %n owners.</source>
        <translation>
            <numerusform>删除节点不会使它们的 %n 个所有者停下。</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleting the node does not stop its owner.</source>
        <translation>删除节点不会使其所有者停下。</translation>
    </message>
    <message>
        <source>It may go on believing that it holds the lock: from then on two processes may work at once, unless what they write to checks the fencing token (%1).</source>
        <translation>它可能仍自认为持有锁：此后可能有两个进程同时工作，除非它们写入的资源会检查栅栏令牌（%1）。</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>无权读取</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>persistent, no session</source>
        <translation>持久，无会话</translation>
    </message>
    <message>
        <source>session %1: no server knows it</source>
        <translation>会话 %1：没有服务器认识它</translation>
    </message>
    <message>
        <source>session %1: open, connected to no server</source>
        <translation>会话 %1：未结束，未连接到任何服务器</translation>
    </message>
    <message>
        <source>session %1, connected from %2</source>
        <translation>会话 %1，连接来自 %2</translation>
    </message>
    <message>
        <source>session %1, connected from %2 to %3</source>
        <translation>会话 %1，从 %2 连接到 %3</translation>
    </message>
    <message>
        <source>%1, heard of %2 before %3</source>
        <translation>%1，最后消息在 %3 之前 %2</translation>
    </message>
    <message>
        <source>session %1; its address and whether it is alive: not known</source>
        <translation>会话 %1；其地址及是否存活：未知</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 by %2 at %3</source>
        <translation>%1，由 %2 于 %3</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>**Plan:** ask the holder to release (%1).</source>
        <translation>**计划：** 请求持有者释放（%1）。</translation>
    </message>
    <message numerus="yes">
        <source>**Plan:** delete these %n nodes in one transaction, if each is still the same by path, czxid and owner.</source>
        <translation>
            <numerusform>**计划：** 若这 %n 个节点的路径、czxid 和所有者均未改变，则在一个事务中删除它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>**Plan:** delete this node, if it is still the same by path, czxid and the version of its data.</source>
        <translation>**计划：** 若此节点的路径、czxid 和数据版本均未改变，则删除它。</translation>
    </message>
    <message>
        <source>**Plan:** delete this node, if it is still the same by path, czxid and owner.</source>
        <translation>**计划：** 若此节点的路径、czxid 和所有者均未改变，则删除它。</translation>
    </message>
    <message>
        <source>## Lock release on %1 (production)</source>
        <translation>## 在 %1 上释放锁（生产环境）</translation>
    </message>
    <message>
        <source>## Lock release on %1</source>
        <translation>## 在 %1 上释放锁</translation>
    </message>
    <message>
        <source>**Seen** at %1:</source>
        <translation>**所见**（%1）：</translation>
    </message>
    <message>
        <source>- %1 held its lock (czxid %2, made %3)</source>
        <translation>- %1 持有其锁（czxid %2，创建于 %3）</translation>
    </message>
    <message>
        <source>- %1 waited (czxid %2, made %3)</source>
        <translation>- %1 在等待（czxid %2，创建于 %3）</translation>
    </message>
    <message>
        <source>  - owner: %1</source>
        <translation>  - 所有者：%1</translation>
    </message>
    <message>
        <source>  - data: %1</source>
        <translation>  - 数据：%1</translation>
    </message>
    <message>
        <source>an unknown number</source>
        <translation>数目不明</translation>
    </message>
    <message numerus="yes">
        <source>- lock %1 (%2): %n contenders, %3 holding, %4 waiting</source>
        <translation>
            <numerusform>- 锁 %1（%2）：竞争者 %n 个，持有 %3，等待 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>  - %1: %2</source>
        <translation>  - %1：%2</translation>
    </message>
    <message>
        <source>- then holds %1: %2</source>
        <translation>- 之后持有 %1：%2</translation>
    </message>
    <message>
        <source>- warned: %1</source>
        <translation>- 警告：%1</translation>
    </message>
    <message>
        <source>%1 is that of another server: its client port is %2, not %3</source>
        <translation>%1 属于另一台服务器：其客户端端口是 %2，而不是 %3</translation>
    </message>
    <message>
        <source>AdminServer: %1</source>
        <translation>AdminServer：%1</translation>
    </message>
    <message>
        <source>four-letter word %1: %2</source>
        <translation>四字命令 %1：%2</translation>
    </message>
    <message>
        <source>its answers have nothing of that</source>
        <translation>其应答中没有这一项</translation>
    </message>
    <message>
        <source>admin.enableServer=true, and its port (8080) reachable from here or named</source>
        <translation>admin.enableServer=true，且其端口（8080）可从此处访问，或已另行指定</translation>
    </message>
    <message>
        <source>%1; or %2</source>
        <translation>%1；或 %2</translation>
    </message>
    <message>
        <source>its clients: addresses, last operation, latency</source>
        <translation>其客户端：地址、最近操作、延迟</translation>
    </message>
    <message>
        <source>its clients&apos; watches: who really waits for whom</source>
        <translation>其客户端的 watch：究竟谁在等待谁</translation>
    </message>
    <message>
        <source>sessions and their ephemeral nodes</source>
        <translation>会话及其临时节点</translation>
    </message>
    <message>
        <source>its figures: watches, sessions, uptime</source>
        <translation>其指标：watch、会话、运行时间</translation>
    </message>
    <message>
        <source>It runs but does not serve: it has no quorum, or is starting.</source>
        <translation>它在运行但不提供服务：没有法定人数，或正在启动。</translation>
    </message>
    <message>
        <source>anything by the AdminServer that was named</source>
        <translation>指定的 AdminServer 的任何信息</translation>
    </message>
    <message>
        <source>another server of the ensemble</source>
        <translation>集群中的另一台服务器</translation>
    </message>
    <message numerus="yes">
        <source>%n further servers of the ensemble</source>
        <translation>
            <numerusform>集群中的另外 %n 台服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>it did not answer within %1 s</source>
        <translation>%1 秒内未应答</translation>
    </message>
    <message>
        <source>its answer is larger than %1 MB</source>
        <translation>应答超过 %1 MB</translation>
    </message>
    <message>
        <source>there is no such host</source>
        <translation>没有这个主机</translation>
    </message>
    <message>
        <source>it hangs up without an answer</source>
        <translation>它未应答就断开</translation>
    </message>
    <message>
        <source>%1 does not reach it</source>
        <translation>%1 连不到它</translation>
    </message>
    <message>
        <source>its certificate is for another name</source>
        <translation>其证书是给另一名称的</translation>
    </message>
    <message>
        <source>it redirects to %1, which is another server and is not asked</source>
        <translation>它重定向到另一台服务器 %1，未向后者询问</translation>
    </message>
    <message>
        <source>it redirects again and again</source>
        <translation>它反复重定向</translation>
    </message>
    <message>
        <source>what answers there is no AdminServer</source>
        <translation>在该处应答的不是 AdminServer</translation>
    </message>
    <message>
        <source>its client port says nothing</source>
        <translation>其客户端端口没有应答</translation>
    </message>
    <message>
        <source>it is not on the server&apos;s whitelist</source>
        <translation>不在服务器的白名单中</translation>
    </message>
    <message numerus="yes">
        <source>There are nodes more than %n levels below the root, which are not read: choose a root further down to see them.</source>
        <translation>
            <numerusform>有节点位于根以下超过 %n 层，未读取：要查看它们，请选择更深的根。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are more than %n nodes, and of the rest only the names are read: choose a narrower root to see them in full.</source>
        <translation>
            <numerusform>节点超过 %n 个，其余的只读取名称：要完整查看，请选择范围更小的根。</numerusform>
        </translation>
    </message>
    <message>
        <source>Some nodes cannot be read for now, and are tried again. The first is %1: %2</source>
        <translation>有些节点暂时无法读取，将会重试。第一个是 %1：%2</translation>
    </message>
    <message>
        <source>An AdminServer&apos;s address has no login in it: profiles keep no secrets.</source>
        <translation>AdminServer 的地址中不能含登录信息：连接配置不保存机密。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no address of an AdminServer: write http://host:8080.</source>
        <translation>“%1”不是 AdminServer 的地址：请写 http://host:8080。</translation>
    </message>
    <message>
        <source>New connection</source>
        <translation>新连接</translation>
    </message>
    <message>
        <source>%1 copy</source>
        <translation>%1 副本</translation>
    </message>
    <message>
        <source>The profile has no name.</source>
        <translation>此连接配置没有名称。</translation>
    </message>
    <message>
        <source>There is another profile with the name &quot;%1&quot;.</source>
        <translation>已有另一个名为“%1”的连接配置。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no colour: write #rrggbb.</source>
        <translation>“%1”不是颜色：请写 #rrggbb。</translation>
    </message>
    <message>
        <source>The root is not valid: %1.</source>
        <translation>根无效：%1。</translation>
    </message>
    <message>
        <source>A timeout is %1 to %2 ms, not %3.</source>
        <translation>超时应为 %1 至 %2 ms，而不是 %3。</translation>
    </message>
    <message>
        <source>A user&apos;s name has no colon.</source>
        <translation>用户名中不能有冒号。</translation>
    </message>
    <message>
        <source>The key needs the certificate that it belongs to.</source>
        <translation>密钥需要与之对应的证书。</translation>
    </message>
    <message>
        <source>A threshold is not negative.</source>
        <translation>阈值不能为负。</translation>
    </message>
    <message>
        <source>line %1: %2: %3.</source>
        <translation>第 %1 行：%2：%3。</translation>
    </message>
    <message>
        <source>wants an object</source>
        <translation>应为对象</translation>
    </message>
    <message>
        <source>wants a list</source>
        <translation>应为列表</translation>
    </message>
    <message>
        <source>wants a text</source>
        <translation>应为文本</translation>
    </message>
    <message>
        <source>wants true or false</source>
        <translation>应为 true 或 false</translation>
    </message>
    <message>
        <source>wants a whole number</source>
        <translation>应为整数</translation>
    </message>
    <message>
        <source>it is no key of a profile</source>
        <translation>不是连接配置的键</translation>
    </message>
    <message>
        <source>it is ask, session or keychain</source>
        <translation>应为 ask、session 或 keychain</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>this is no file of connection profiles: there is no &quot;kind&quot;: &quot;profiles&quot; in it.</source>
        <translation>这不是连接配置文件：其中没有 &quot;kind&quot;: &quot;profiles&quot;。</translation>
    </message>
    <message>
        <source>it is of version %1 of the format; this program reads version %2.</source>
        <translation>其格式版本为 %1；此程序读取版本 %2。</translation>
    </message>
    <message>
        <source>%1 (&quot;%2&quot;): %3</source>
        <translation>%1（“%2”）：%3</translation>
    </message>
    <message>
        <source>%1.name: &quot;%2&quot; stands there twice.</source>
        <translation>%1.name：“%2”出现了两次。</translation>
    </message>
    <message>
        <source>The folder of %1 cannot be made.</source>
        <translation>无法创建 %1 所在的目录。</translation>
    </message>
    <message>
        <source>%1 is in use by another program: try again.</source>
        <translation>%1 正被另一个程序使用：请重试。</translation>
    </message>
    <message>
        <source>%1 cannot be written, as no lock can be put beside it: look whether there is room and the folder is yours.</source>
        <translation>无法写入 %1，因为无法在其旁边创建锁文件：请检查是否还有空间，以及目录是否归您所有。</translation>
    </message>
    <message>
        <source>The keychain was not opened.</source>
        <translation>密钥环未打开。</translation>
    </message>
    <message>
        <source>There is no keychain on this desktop.</source>
        <translation>此桌面没有密钥环。</translation>
    </message>
    <message>
        <source>The keychain does not answer (%1).</source>
        <translation>密钥环没有应答（%1）。</translation>
    </message>
    <message>
        <source>%1 The password is kept until Lockscope ends, and asked for the next time.</source>
        <translation>%1密码只保留到 Lockscope 退出，下次将再次询问。</translation>
    </message>
    <message>
        <source>The keychain does not answer.</source>
        <translation>密钥环没有应答。</translation>
    </message>
    <message>
        <source>The dialect &quot;%1&quot; has no names to find a node again by: choose another.</source>
        <translation>方言“%1”的名称无法用来重新找到节点：请另选一个。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no sequence number: delete it.</source>
        <translation>“%1”没有序号：请删除它。</translation>
    </message>
    <message>
        <source>It holds the lock already.</source>
        <translation>它已持有该锁。</translation>
    </message>
    <message>
        <source>its place in the queue was deleted</source>
        <translation>它在队列中的位置已被删除</translation>
    </message>
    <message>
        <source>The dialect &quot;%1&quot; has no names for this lock: choose another.</source>
        <translation>方言“%1”没有用于此锁的名称：请另选一个。</translation>
    </message>
    <message>
        <source>its node had been deleted before</source>
        <translation>其节点此前已被删除</translation>
    </message>
    <message>
        <source>It holds the lock as a reader already.</source>
        <translation>它已作为读者持有该锁。</translation>
    </message>
    <message>
        <source>It holds the lock as a writer already.</source>
        <translation>它已作为写者持有该锁。</translation>
    </message>
    <message>
        <source>a reader that became a writer would wait for itself: release first, then acquire as a writer</source>
        <translation>读者变为写者会等待自己：请先释放，再以写者身份获取</translation>
    </message>
    <message>
        <source>A process has room for %1 threads.</source>
        <translation>一个进程可容纳 %1 个线程。</translation>
    </message>
    <message>
        <source>its lease was deleted</source>
        <translation>其租约已被删除</translation>
    </message>
    <message>
        <source>%1 was made for %2 leases, not for %3: ask for as many, or delete it first.</source>
        <translation>%1 创建时有 %2 个租约，而不是 %3 个：请用同样的数目，或先删除它。</translation>
    </message>
    <message>
        <source>%1 exists and is no ephemeral node: choose another path for the lock, or delete it.</source>
        <translation>%1 已存在，但不是临时节点：请为锁另选路径，或删除它。</translation>
    </message>
    <message>
        <source>Redis over TLS is not supported: give a redis:// address, or a tunnel to it.</source>
        <translation>不支持通过 TLS 连接 Redis：请给出 redis:// 地址，或通往它的隧道。</translation>
    </message>
    <message>
        <source>A password does not belong into the address, where others can read it: leave it out there.</source>
        <translation>密码不应写在别人能看到的地址中：请在地址中省去。</translation>
    </message>
    <message>
        <source>Not the address of a Redis server: write redis://HOST:PORT, or redis://USER@HOST:PORT/DATABASE.</source>
        <translation>不是 Redis 服务器的地址：请写 redis://HOST:PORT 或 redis://USER@HOST:PORT/DATABASE。</translation>
    </message>
    <message>
        <source>A port is 1 to 65535.</source>
        <translation>端口应为 1 至 65535。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no database of a Redis server: they have numbers from 0.</source>
        <translation>“%1”不是 Redis 服务器的数据库：数据库从 0 开始编号。</translation>
    </message>
    <message>
        <source>%1 is there twice: servers that know nothing of one another are different ones.</source>
        <translation>%1 出现了两次：互不知晓的服务器必须各不相同。</translation>
    </message>
    <message>
        <source>The Redis server still loads its data: try again when it has.</source>
        <translation>Redis 服务器仍在加载数据：请在加载完后重试。</translation>
    </message>
    <message>
        <source>This Redis server is a replica, which takes no writes: give the address of its master.</source>
        <translation>此 Redis 服务器是副本，不接受写入：请给出其主服务器的地址。</translation>
    </message>
    <message>
        <source>The Redis server does not allow this user %1: give another user, or the right by ACL SETUSER.</source>
        <translation>Redis 服务器不允许此用户执行 %1：请换用其他用户，或用 ACL SETUSER 授权。</translation>
    </message>
    <message>
        <source>This Redis server is one of a cluster, which Lockscope does not follow: give one that stands alone.</source>
        <translation>此 Redis 服务器属于集群，而 Lockscope 不支持集群：请给出一个单独运行的服务器。</translation>
    </message>
    <message>
        <source>The Redis server takes no writes at present: see why, then try again.</source>
        <translation>Redis 服务器目前不接受写入：请查明原因后重试。</translation>
    </message>
    <message>
        <source>The key holds something that is no lock: choose another key.</source>
        <translation>该 key 中的内容不是锁：请另选一个 key。</translation>
    </message>
    <message>
        <source>The Redis server does not know %1 in this form: it takes version 2.6.12 or newer.</source>
        <translation>Redis 服务器不支持这种形式的 %1：需要 2.6.12 或更新版本。</translation>
    </message>
    <message>
        <source>A script failed on the Redis server: what it wrote before that stays.</source>
        <translation>Redis 服务器上的脚本失败：它在此之前写入的内容会保留。</translation>
    </message>
    <message>
        <source>The Redis server refused %1.</source>
        <translation>Redis 服务器拒绝了 %1。</translation>
    </message>
    <message>
        <source>No Redis server at %1: check the address, that the server runs, and the firewall. (%2)</source>
        <translation>%1 处没有 Redis 服务器：请检查地址、服务器是否在运行以及防火墙。（%2）</translation>
    </message>
    <message>
        <source>%1 is Redis %2: locks need SET NX PX, which came with 2.6.12, and clients their number, which came with 5.0. Give a newer server. Nothing was written.</source>
        <translation>%1 是 Redis %2：锁需要 2.6.12 引入的 SET NX PX，客户端需要 5.0 引入的客户端编号。请换用更新的服务器。未写入任何内容。</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有应答</translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>The language of the report, as HTML names it: &quot;en&quot;, &quot;zh-CN&quot;</extracomment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 秒</translation>
    </message>
    <message>
        <source>+%1 s</source>
        <translation>+%1 秒</translation>
    </message>
    <message>
        <source>Incident report: %1</source>
        <translation>事故报告：%1</translation>
    </message>
    <message>
        <source>Incident report</source>
        <translation>事故报告</translation>
    </message>
    <message>
        <source>%1, as of %2 UTC</source>
        <translation>%1，截至 %2 UTC</translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n 个持有者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n believe that they hold</source>
        <translation>
            <numerusform>%n 个自认为持有</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Nothing is found wrong with these locks, as far as could be checked.</source>
        <translation>在可检查的范围内，未发现这些锁有问题。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <translation>处理办法：%1</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>Sessions: %1</source>
        <translation>会话：%1</translation>
    </message>
    <message>
        <source>The servers were not asked: what needs their word on sessions and watches is not checked.</source>
        <translation>未询问服务器：依赖其会话和 watch 信息的项未检查。</translation>
    </message>
    <message>
        <source>all sessions</source>
        <translation>全部会话</translation>
    </message>
    <message>
        <source>all connections</source>
        <translation>全部连接</translation>
    </message>
    <message>
        <source>all watches</source>
        <translation>全部 watch</translation>
    </message>
    <message>
        <source>Not every server told %1: what needs them is not checked.</source>
        <translation>并非每台服务器都提供了%1：依赖这些信息的项未检查。</translation>
    </message>
    <message>
        <source>It was not there, or not seen.</source>
        <translation>它当时不存在，或未被看到。</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>for</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message numerus="yes">
        <source>and %n more, further back</source>
        <translation>
            <numerusform>更靠后的另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>none: persistent</source>
        <translation>无：持久节点</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未提供</translation>
    </message>
    <message>
        <source>Held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>since when is not known</source>
        <translation>起始时间未知</translation>
    </message>
    <message>
        <source>fencing token (czxid)</source>
        <translation>栅栏令牌 (czxid)</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>no server has a connection of it</source>
        <translation>没有服务器与它有连接</translation>
    </message>
    <message>
        <source>last heard</source>
        <translation>最近消息</translation>
    </message>
    <message>
        <source>%1 before the servers were asked</source>
        <translation>询问服务器之前 %1</translation>
    </message>
    <message>
        <source>session timeout</source>
        <translation>会话超时</translation>
    </message>
    <message>
        <source>expires in</source>
        <translation>距过期</translation>
    </message>
    <message>
        <source>%1, if nothing is heard of it</source>
        <translation>%1（若一直没有其消息）</translation>
    </message>
    <message numerus="yes">
        <source>%n waiters</source>
        <translation>
            <numerusform>%n 个等待者</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; the longest wait: %2.</source>
        <translation>%1；最长等待：%2。</translation>
    </message>
    <message>
        <source>%1; for how long is not known.</source>
        <translation>%1；等待时长未知。</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>执行的操作</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>from the instant</source>
        <translation>相对时刻</translation>
    </message>
    <message>
        <source>what was done</source>
        <translation>操作内容</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>No server was asked about itself, its sessions or its watches.</source>
        <translation>未向任何服务器询问其自身、会话或 watch 的情况。</translation>
    </message>
    <message>
        <source>As they answered %1 before the instant.</source>
        <translation>以该时刻之前 %1 的应答为准。</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>watches</source>
        <translation>watch</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>What happened around it</source>
        <translation>前后发生了什么</translation>
    </message>
    <message>
        <source>To these locks, from %1 before to %2 after the instant; times are UTC.</source>
        <translation>与这些锁有关，从该时刻之前 %1 到之后 %2；时间均为 UTC。</translation>
    </message>
    <message>
        <source>Nothing is known to have happened in that time.</source>
        <translation>这段时间内没有已知的事件。</translation>
    </message>
    <message numerus="yes">
        <source>%n events before these are not listed.</source>
        <translation>
            <numerusform>在此之前的 %n 个事件未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>what happened</source>
        <translation>发生了什么</translation>
    </message>
    <message numerus="yes">
        <source>%n events after these are not listed.</source>
        <translation>
            <numerusform>在此之后的 %n 个事件未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Where this comes from</source>
        <translation>资料来源</translation>
    </message>
    <message>
        <source>made</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>%1 UTC, by Lockscope %2</source>
        <translation>%1 UTC，由 Lockscope %2</translation>
    </message>
    <message>
        <source>journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>events %1 to %2, from %3 to %4 UTC</source>
        <translation>事件 %1 至 %2，%3 至 %4 UTC</translation>
    </message>
    <message>
        <source>after event %1, newest zxid %2</source>
        <translation>事件 %1 之后，最新 zxid %2</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>非实时</translation>
    </message>
    <message>
        <source>what is told stood so %1 before the instant; it was not seen since</source>
        <translation>所述为该时刻之前 %1 的情况；此后未再观察到</translation>
    </message>
    <message>
        <source>Durations of waits are by the servers&apos; clock, all else by the clock of the machine that recorded it.</source>
        <translation>等待时长以服务器的时钟为准，其余均以录制所用机器的时钟为准。</translation>
    </message>
    <message>
        <source>%1 has not asked yet</source>
        <translation>%1 尚未请求</translation>
    </message>
    <message>
        <source>%1 have not asked yet</source>
        <translation>%1 尚未请求</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 等待</translation>
    </message>
    <message>
        <source>%1 wait</source>
        <translation>%1 等待</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>%1 hold</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>%1 is letting go</source>
        <translation>%1 正在释放</translation>
    </message>
    <message>
        <source>%1 are letting go</source>
        <translation>%1 正在释放</translation>
    </message>
    <message>
        <source>%1 has let go</source>
        <translation>%1 已释放</translation>
    </message>
    <message>
        <source>%1 have let go</source>
        <translation>%1 已释放</translation>
    </message>
    <message>
        <source>the connection of %1 is %2</source>
        <translation>%1 的连接状态为 %2</translation>
    </message>
    <message>
        <source>%1 is at the step “%2”</source>
        <translation>%1 位于步骤“%2”</translation>
    </message>
    <message>
        <source>%1 are at the step “%2”</source>
        <translation>%1 位于步骤“%2”</translation>
    </message>
    <message>
        <source>%1 does not hold</source>
        <translation>%1 不持有</translation>
    </message>
    <message>
        <source>%1 do not hold</source>
        <translation>%1 不持有</translation>
    </message>
    <message>
        <source>%1 waits in the queue</source>
        <translation>%1 在队列中等待</translation>
    </message>
    <message>
        <source>%1 wait in the queue</source>
        <translation>%1 在队列中等待</translation>
    </message>
    <message>
        <source>%1 is not in the queue</source>
        <translation>%1 不在队列中</translation>
    </message>
    <message>
        <source>%1 are not in the queue</source>
        <translation>%1 不在队列中</translation>
    </message>
    <message>
        <source>the node of %1 is there</source>
        <translation>%1 的节点存在</translation>
    </message>
    <message>
        <source>the node of %1 is gone</source>
        <translation>%1 的节点已消失</translation>
    </message>
    <message>
        <source>all rounds of %1 are over</source>
        <translation>%1 的所有轮次已结束</translation>
    </message>
    <message>
        <source>rounds of %1 are left</source>
        <translation>%1 还有剩余轮次</translation>
    </message>
    <message>
        <source>the entries of %1 are %2</source>
        <translation>%1 的进入计数为 %2</translation>
    </message>
    <message>
        <source>the last request of %1 ended with %2</source>
        <translation>%1 的上一个请求以 %2 结束</translation>
    </message>
    <message>
        <source>%1 is there</source>
        <translation>%1 存在</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 已消失</translation>
    </message>
    <message>
        <source>clients wait for one another in a circle</source>
        <translation>客户端循环等待</translation>
    </message>
    <message>
        <source>no clients wait in a circle</source>
        <translation>没有客户端循环等待</translation>
    </message>
    <message>
        <source>%1 asks for the lock</source>
        <translation>%1 请求锁</translation>
    </message>
    <message>
        <source>%1 ask for the lock</source>
        <translation>%1 请求锁</translation>
    </message>
    <message>
        <source>%1 lets go</source>
        <translation>%1 释放</translation>
    </message>
    <message>
        <source>%1 let go</source>
        <translation>%1 释放</translation>
    </message>
    <message>
        <source>%1 goes from writing to reading</source>
        <translation>%1 由写转为读</translation>
    </message>
    <message>
        <source>%1 go from writing to reading</source>
        <translation>%1 由写转为读</translation>
    </message>
    <message>
        <source>%1 asks to go from reading to writing</source>
        <translation>%1 请求由读转为写</translation>
    </message>
    <message>
        <source>%1 ask to go from reading to writing</source>
        <translation>%1 请求由读转为写</translation>
    </message>
    <message>
        <source>%1 asks the holder for the lock</source>
        <translation>%1 请求持有者释放锁</translation>
    </message>
    <message>
        <source>%1 ask the holder for the lock</source>
        <translation>%1 请求持有者释放锁</translation>
    </message>
    <message>
        <source>%1 close their sessions</source>
        <translation>%1 关闭各自的会话</translation>
    </message>
    <message>
        <source>%1 leaves</source>
        <translation>%1 离开</translation>
    </message>
    <message>
        <source>%1 leave</source>
        <translation>%1 离开</translation>
    </message>
    <message>
        <source>%1 crash</source>
        <translation>%1 崩溃</translation>
    </message>
    <message>
        <source>%1 stands still for %2</source>
        <translation>%1 停住 %2</translation>
    </message>
    <message>
        <source>%1 stand still for %2</source>
        <translation>%1 停住 %2</translation>
    </message>
    <message>
        <source>%1 stand still</source>
        <translation>%1 停住</translation>
    </message>
    <message>
        <source>%1 go on</source>
        <translation>%1 继续运行</translation>
    </message>
    <message>
        <source>%1 is cut off from the server for %2</source>
        <translation>%1 与服务器断开 %2</translation>
    </message>
    <message>
        <source>%1 are cut off from the server for %2</source>
        <translation>%1 与服务器断开 %2</translation>
    </message>
    <message>
        <source>%1 is cut off from the server</source>
        <translation>%1 与服务器断开</translation>
    </message>
    <message>
        <source>%1 are cut off from the server</source>
        <translation>%1 与服务器断开</translation>
    </message>
    <message>
        <source>%1 reaches the server again</source>
        <translation>%1 恢复与服务器连通</translation>
    </message>
    <message>
        <source>%1 reach the server again</source>
        <translation>%1 恢复与服务器连通</translation>
    </message>
    <message>
        <source>all that goes to %1 and comes from it is %2 late</source>
        <translation>与 %1 往来的所有消息延迟 %2</translation>
    </message>
    <message>
        <source>the next request of %1 is lost</source>
        <translation>%1 的下一个请求丢失</translation>
    </message>
    <message>
        <source>the next reply to %1 is lost</source>
        <translation>给 %1 的下一个应答丢失</translation>
    </message>
    <message>
        <source>the reply to the next create of %1 is lost</source>
        <translation>%1 下一次 create 的应答丢失</translation>
    </message>
    <message>
        <source>the server ends the session of %1</source>
        <translation>服务器结束 %1 的会话</translation>
    </message>
    <message>
        <source>the clock of %1 jumps back by %2</source>
        <translation>%1 的时钟回拨 %2</translation>
    </message>
    <message>
        <source>the clock of %1 jumps forward by %2</source>
        <translation>%1 的时钟拨快 %2</translation>
    </message>
    <message>
        <source>%1 will stop before the step %2</source>
        <translation>%1 将在步骤 %2 之前停下</translation>
    </message>
    <message>
        <source>the scenario creates %1</source>
        <translation>场景创建 %1</translation>
    </message>
    <message>
        <source>the scenario deletes %1</source>
        <translation>场景删除 %1</translation>
    </message>
    <message>
        <source>counting begins</source>
        <translation>开始计数</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>直到 %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>任意数目</translation>
    </message>
    <message>
        <source>violations</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>belief overlaps</source>
        <translation>自认持有重叠</translation>
    </message>
    <message>
        <source>order violations</source>
        <translation>顺序违规</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>orphans</source>
        <translation>孤儿节点</translation>
    </message>
    <message>
        <source>duplicates</source>
        <translation>重复编号</translation>
    </message>
    <message>
        <source>stamped</source>
        <translation>已写编号</translation>
    </message>
    <message>
        <source>watch events</source>
        <translation>watch 事件</translation>
    </message>
    <message>
        <source>requests per release</source>
        <translation>每次释放的请求数</translation>
    </message>
    <message>
        <source>deadlocks</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>The steps of the scenario are over: its clients are closed.</source>
        <translation>场景的步骤已全部结束：其客户端已关闭。</translation>
    </message>
    <message>
        <source>the path &quot;%1&quot; is not valid: %2</source>
        <translation>路径“%1”无效：%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is ZooKeeper&apos;s own: write a path like /lockscope/demo</source>
        <translation>“%1”由 ZooKeeper 自用：请写 /lockscope/demo 这样的路径</translation>
    </message>
    <message>
        <source>wants a time, or the least and the greatest: [&quot;10ms&quot;, &quot;50ms&quot;]</source>
        <translation>应为一个时间，或最小值与最大值：[&quot;10ms&quot;, &quot;50ms&quot;]</translation>
    </message>
    <message>
        <source>the least time is above the greatest: exchange them</source>
        <translation>最小时间大于最大时间：请对调</translation>
    </message>
    <message>
        <source>%1 has no use for it</source>
        <translation>%1 用不到它</translation>
    </message>
    <message>
        <source>%1 cannot write %2 names; it can write %3</source>
        <translation>%1 不能写 %2 的名称；可以写 %3 的</translation>
    </message>
    <message>
        <source>%1 wants two locks or more</source>
        <translation>%1 需要两把或更多的锁</translation>
    </message>
    <message>
        <source>is missing: say which lock, here or at the top</source>
        <translation>缺失：请在此处或顶层指明哪把锁</translation>
    </message>
    <message>
        <source>&quot;none&quot; is for clients that stamp numbers: say where, with &quot;stamp&quot;</source>
        <translation>&quot;none&quot; 只用于写编号的客户端：请用 &quot;stamp&quot; 指明写在哪里</translation>
    </message>
    <message>
        <source>%1 runs on %2, and this scenario on %3</source>
        <translation>%1 运行于 %2，而此场景运行于 %3</translation>
    </message>
    <message>
        <source>%1 is no name: use visible characters, and no *</source>
        <translation>%1 不是有效名称：请用可见字符，且不含 *</translation>
    </message>
    <message>
        <source>is missing: a scenario needs clients, as in [{&quot;name&quot;: &quot;A&quot;}]</source>
        <translation>缺失：场景需要客户端，例如 [{&quot;name&quot;: &quot;A&quot;}]</translation>
    </message>
    <message>
        <source>there is a client &quot;%1&quot; already</source>
        <translation>已有客户端“%1”</translation>
    </message>
    <message>
        <source>a scenario can have at most 10,000 clients</source>
        <translation>一个场景最多有 10,000 个客户端</translation>
    </message>
    <message>
        <source>there is no client &quot;%1&quot;; there are %2</source>
        <translation>没有客户端“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; closed its session in steps[%2] and does nothing any more</source>
        <translation>“%1”已在 steps[%2] 关闭会话，不再执行任何操作</translation>
    </message>
    <message>
        <source>&quot;%1&quot; crashed in steps[%2] and does nothing any more</source>
        <translation>“%1”已在 steps[%2] 崩溃，不再执行任何操作</translation>
    </message>
    <message>
        <source>&quot;%1&quot; left in steps[%2] and does nothing any more</source>
        <translation>“%1”已在 steps[%2] 离开，不再执行任何操作</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was never told to acquire</source>
        <translation>“%1”从未被要求获取锁</translation>
    </message>
    <message>
        <source>&quot;%1&quot; runs %2, which knows no readers</source>
        <translation>“%1”运行 %2，后者没有读者</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a reader: only a writer can downgrade</source>
        <translation>“%1”是读者：只有写者可以降级</translation>
    </message>
    <message>
        <source>&quot;%1&quot; runs %2, which cannot ask for a lock</source>
        <translation>“%1”运行 %2，后者不能请求释放锁</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not paused</source>
        <translation>“%1”没有暂停</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither cut off nor late</source>
        <translation>“%1”既未断开也未延迟</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not stopped</source>
        <translation>“%1”没有停下</translation>
    </message>
    <message>
        <source>is missing: a scenario begins with &quot;lockscope&quot;: 1</source>
        <translation>缺失：场景以 &quot;lockscope&quot;: 1 开头</translation>
    </message>
    <message>
        <source>this program reads version 1, not %1: it needs to be newer</source>
        <translation>此程序读取版本 1，而不是 %1：需要更新的程序</translation>
    </message>
    <message>
        <source>This is no scenario: it has more than 4 MB.</source>
        <translation>这不是场景：它超过 4 MB。</translation>
    </message>
    <message>
        <source>stands there twice</source>
        <translation>出现了两次</translation>
    </message>
    <message>
        <source>there is no view &quot;%1&quot;; there are %2</source>
        <translation>没有视图“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>Order numbers: %1 on %2</source>
        <translation>订单号：%2 上的 %1</translation>
    </message>
    <message>
        <source>There is no file and no scenario &quot;%1&quot;; the scenarios that come with the program are %2.</source>
        <translation>没有名为“%1”的文件或场景；程序自带的场景有 %2。</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>its connection %1</source>
        <translation>其连接状态为 %1</translation>
    </message>
    <message>
        <source>at the step “%1”</source>
        <translation>位于步骤“%1”</translation>
    </message>
    <message>
        <source>%1 hold, %2 wait, %3 watch events came</source>
        <translation>%1 个持有，%2 个等待，到达 %3 个 watch 事件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2: it cannot acquire now</source>
        <translation>“%1”处于“%2”状态：现在不能获取</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2, and %3 cannot be entered twice</source>
        <translation>“%1”处于“%2”状态，而 %3 不能重复进入</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2: there is nothing to release</source>
        <translation>“%1”处于“%2”状态：没有可释放的</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2: it does not hold</source>
        <translation>“%1”处于“%2”状态：它不持有锁</translation>
    </message>
    <message>
        <source>Step %1 of the scenario failed: %2</source>
        <translation>场景的步骤 %1 失败：%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not there any more</source>
        <translation>“%1”已不存在</translation>
    </message>
    <message>
        <source>not so within %1</source>
        <translation>%1 内未达到</translation>
    </message>
    <message>
        <source>not so within %1: %2</source>
        <translation>%1 内未达到：%2</translation>
    </message>
    <message>
        <source>a step has either &quot;do&quot; or &quot;until&quot;</source>
        <translation>步骤须有 &quot;do&quot; 或 &quot;until&quot; 之一，且只能有一个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not under a lock of this scenario; its locks are %2</source>
        <translation>“%1”不在此场景的锁之下；其锁有 %2</translation>
    </message>
    <message>
        <source>wants exactly one of client, lock, path and deadlock</source>
        <translation>须有且仅有 client、lock、path、deadlock 之一</translation>
    </message>
    <message>
        <source>says not what to wait for: one of %1</source>
        <translation>未说明等待什么：应为以下之一：%1</translation>
    </message>
    <message>
        <source>wants a number, or {&quot;least&quot;: …, &quot;most&quot;: …}</source>
        <translation>应为一个数，或 {&quot;least&quot;: …, &quot;most&quot;: …}</translation>
    </message>
    <message>
        <source>the least is above the most: exchange them</source>
        <translation>最小值大于最大值：请对调</translation>
    </message>
    <message>
        <source>is missing: a scenario needs steps, as in [{&quot;do&quot;: &quot;acquire&quot;, &quot;client&quot;: &quot;A&quot;}]</source>
        <translation>缺失：场景需要步骤，例如 [{&quot;do&quot;: &quot;acquire&quot;, &quot;client&quot;: &quot;A&quot;}]</translation>
    </message>
    <message>
        <source>a scenario can have at most 10,000 steps</source>
        <translation>一个场景最多有 10,000 个步骤</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Which file? Write sqlite:FILE.</source>
        <translation>哪个文件？请写 sqlite:FILE。</translation>
    </message>
    <message>
        <source>Not the address of a database: write mysql://USER@HOST:PORT/DATABASE, postgresql://USER@HOST:PORT/DATABASE or sqlite:FILE.</source>
        <translation>不是数据库的地址：请写 mysql://USER@HOST:PORT/DATABASE、postgresql://USER@HOST:PORT/DATABASE 或 sqlite:FILE。</translation>
    </message>
    <message>
        <source>The database does not let this user do that: grant the right to create tables there, or give another user. (%1)</source>
        <translation>数据库不允许此用户这样做：请授予在其中建表的权限，或换用其他用户。（%1）</translation>
    </message>
    <message>
        <source>The file is no %1 database: give another one, or a name at which one is to be made. Nothing was changed. (%2)</source>
        <translation>该文件不是 %1 数据库：请给出另一个文件，或一个可供新建的名称。未做任何更改。（%2）</translation>
    </message>
    <message>
        <source>%1 refused &quot;%2&quot;. (%3)</source>
        <translation>%1 拒绝了“%2”。（%3）</translation>
    </message>
    <message>
        <source>%1 refused the user or the password: check both.</source>
        <translation>%1 拒绝了用户或密码：请检查两者。</translation>
    </message>
    <message>
        <source>%1 takes no more connections: each client has one of its own. Raise its max_connections, or start fewer clients. (%2)</source>
        <translation>%1 不再接受连接：每个客户端各占一个连接。请提高其 max_connections，或少启动一些客户端。（%2）</translation>
    </message>
    <message>
        <source>%1 could not be opened: check that its directory is there and may be written. (%2)</source>
        <translation>无法打开 %1：请检查其目录是否存在且可写。（%2）</translation>
    </message>
    <message>
        <source>No database at %1: check the address, that the server runs, and the name of the database. (%2)</source>
        <translation>%1 处没有数据库：请检查地址、服务器是否在运行以及数据库名称。（%2）</translation>
    </message>
    <message>
        <source>%1 %2 is too old: version %3 or newer is needed. Nothing was changed.</source>
        <translation>%1 %2 太旧：需要 %3 或更新版本。未做任何更改。</translation>
    </message>
    <message>
        <source>Qt&apos;s driver for %1 is missing: install it (on Debian: apt install %2).</source>
        <translation>缺少 Qt 的 %1 驱动：请安装（Debian 上：apt install %2）。</translation>
    </message>
    <message>
        <source>%1 does not answer: check the address and the firewall.</source>
        <translation>%1 没有应答：请检查地址和防火墙。</translation>
    </message>
    <message>
        <source>%1 refused the connection</source>
        <translation>%1 拒绝了连接</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>无法到达 %1</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>%1 is a ZooKeeper without a quorum, not serving yet</source>
        <translation>%1 是没有法定人数的 ZooKeeper，尚未提供服务</translation>
    </message>
    <message>
        <source>%1 is a ZooKeeper but gives no session</source>
        <translation>%1 是 ZooKeeper，但未给出会话</translation>
    </message>
    <message>
        <source>%1 speaks TLS: switch TLS on for this connection</source>
        <translation>%1 使用 TLS：请为此连接启用 TLS</translation>
    </message>
    <message>
        <source>%1 speaks another protocol</source>
        <translation>%1 使用另一种协议</translation>
    </message>
    <message>
        <source>%1; ssh to %2 says: %3</source>
        <translation>%1；到 %2 的 ssh 报告：%3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no port between 1 and 65535</source>
        <translation>“%1”的端口不在 1 至 65535 之间</translation>
    </message>
    <message>
        <source>&quot;%1&quot; lacks a closing ]</source>
        <translation>“%1”缺少右括号 ]</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an IPv6 address</source>
        <translation>“%1”不是 IPv6 地址</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has something other than a port after the ]</source>
        <translation>“%1”的 ] 之后不是端口</translation>
    </message>
    <message>
        <source>there is an empty host</source>
        <translation>有一个空的主机</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: write an IPv6 address in brackets</source>
        <translation>“%1”：IPv6 地址请写在方括号中</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a host name</source>
        <translation>“%1”不是主机名</translation>
    </message>
    <message>
        <source>a login does not belong there: leave out all up to the @, and log in by digest</source>
        <translation>登录信息不应写在那里：请去掉直到 @ 的部分，用 digest 登录</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no URL of ZooKeeper: write zk:// or zk+tls://, or leave it out</source>
        <translation>“%1”不是 ZooKeeper 的 URL：请写 zk:// 或 zk+tls://，或省去</translation>
    </message>
    <message>
        <source>the chroot is not valid: %1</source>
        <translation>chroot 无效：%1</translation>
    </message>
    <message>
        <source>this process may open no further sockets: raise the limit (ulimit -n)</source>
        <translation>此进程无法再打开套接字：请提高上限（ulimit -n）</translation>
    </message>
    <message>
        <source>its first answer says that it is %1 bytes long</source>
        <translation>其首个应答声称长度为 %1 字节</translation>
    </message>
    <message>
        <source>a reply says that it is %1 bytes long</source>
        <translation>有应答声称长度为 %1 字节</translation>
    </message>
    <message>
        <source>its first answer has no password of a session</source>
        <translation>其首个应答没有会话密码</translation>
    </message>
    <message>
        <source>it gave no session</source>
        <translation>未给出会话</translation>
    </message>
    <message>
        <source>it gave a session timeout of %1 ms</source>
        <translation>给出的会话超时为 %1 ms</translation>
    </message>
    <message>
        <source>a reply to a login that was not sent</source>
        <translation>收到了对未发送的登录的应答</translation>
    </message>
    <message>
        <source>a reply to a request that was not sent</source>
        <translation>收到了对未发送的请求的应答</translation>
    </message>
    <message>
        <source>a reply to request %1 where request %2 has its turn</source>
        <translation>轮到请求 %2 时却收到请求 %1 的应答</translation>
    </message>
    <message>
        <source>a reply has the error %1, which no server gives</source>
        <translation>有应答带错误 %1，而服务器从不返回此错误</translation>
    </message>
    <message>
        <source>it refused a request for want of a login</source>
        <translation>因未登录而拒绝了请求</translation>
    </message>
    <message>
        <source>it wants every session to log in by SASL</source>
        <translation>要求每个会话用 SASL 登录</translation>
    </message>
    <message>
        <source>a reply ends before what it announces</source>
        <translation>有应答未达到其声明的长度就结束</translation>
    </message>
    <message>
        <source>a reply announces a negative length</source>
        <translation>有应答声明了负的长度</translation>
    </message>
    <message>
        <source>a reply has a NUL in a name</source>
        <translation>有应答的名称中含 NUL</translation>
    </message>
    <message numerus="yes">
        <source>a transaction of %n parts was answered with another number</source>
        <translation>
            <numerusform>对含 %n 个部分的事务，应答的部分数不同</numerusform>
        </translation>
    </message>
    <message>
        <source>A transaction of no operations was not sent.</source>
        <translation>没有操作的事务未发送。</translation>
    </message>
    <message>
        <source>A transaction that makes a container was not sent. Make it by a request of its own.</source>
        <translation>创建容器节点的事务未发送。请用单独的请求创建。</translation>
    </message>
    <message numerus="yes">
        <source>%n operations are more than fit into one transaction: nothing was sent. Take fewer at a time.</source>
        <translation>
            <numerusform>%n 个操作超出一个事务的容量：未发送任何内容。请一次少选一些。</numerusform>
        </translation>
    </message>
    <message>
        <source>no server took the session over</source>
        <translation>没有服务器接管该会话</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no SSH host: write what ssh takes, as in bastion, user@bastion or user@bastion:2222.</source>
        <translation>“%1”不是 SSH 主机：请按 ssh 的写法，例如 bastion、user@bastion 或 user@bastion:2222。</translation>
    </message>
    <message>
        <source>no temporary directory can be made (%1)</source>
        <translation>无法创建临时目录（%1）</translation>
    </message>
    <message>
        <source>there is no ssh here: install OpenSSH&apos;s client (on Debian: apt install openssh-client)</source>
        <translation>这里没有 ssh：请安装 OpenSSH 客户端（Debian 上：apt install openssh-client）</translation>
    </message>
    <message>
        <source>ssh to %1 says: %2</source>
        <translation>到 %1 的 ssh 报告：%2</translation>
    </message>
    <message>
        <source>ssh to %1 is through again.</source>
        <translation>到 %1 的 ssh 已重新连通。</translation>
    </message>
    <message>
        <source>ssh to %1 ended: %2</source>
        <translation>到 %1 的 ssh 已结束：%2</translation>
    </message>
    <message>
        <source>%1 (it is started again until it is through)</source>
        <translation>%1（会反复重启，直到连通）</translation>
    </message>
    <message>
        <source>%1 is a Java keystore: export it as PEM, with keytool -exportcert -rfc.</source>
        <translation>%1 是 Java 密钥库：请用 keytool -exportcert -rfc 导出为 PEM。</translation>
    </message>
    <message>
        <source>%1 has no certificate in PEM form: give the file that has.</source>
        <translation>%1 中没有 PEM 格式的证书：请给出含证书的文件。</translation>
    </message>
    <message>
        <source>%1 has no private key in PEM form: give the file that has.</source>
        <translation>%1 中没有 PEM 格式的私钥：请给出含私钥的文件。</translation>
    </message>
    <message>
        <source>%1 has a private key that cannot be read: make it anew.</source>
        <translation>%1 中的私钥无法读取：请重新生成。</translation>
    </message>
    <message>
        <source>%1 has a private key that wants a passphrase: give it.</source>
        <translation>%1 中的私钥需要口令：请提供。</translation>
    </message>
    <message>
        <source>%1 has a private key with another passphrase: check the one given.</source>
        <translation>%1 中私钥的口令不对：请检查所给的口令。</translation>
    </message>
    <message>
        <source>%1 is no PKCS#12 file, or has another passphrase: check the one given.</source>
        <translation>%1 不是 PKCS#12 文件，或口令不对：请检查所给的口令。</translation>
    </message>
    <message>
        <source>this Qt has no TLS: install OpenSSL and Qt&apos;s TLS plugin</source>
        <translation>此 Qt 没有 TLS：请安装 OpenSSL 和 Qt 的 TLS 插件</translation>
    </message>
    <message>
        <source>There is a key, %1, but no certificate to it: give both.</source>
        <translation>有密钥 %1，但没有对应的证书：请两者都给出。</translation>
    </message>
    <message>
        <source>The key in %1 does not belong to the certificate in %2: give the one that does.</source>
        <translation>%1 中的密钥不属于 %2 中的证书：请给出对应的密钥。</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>无名称</translation>
    </message>
    <message>
        <source>%1: its certificate is valid from %2 on only</source>
        <translation>%1：其证书从 %2 起才有效</translation>
    </message>
    <message>
        <source>%1: its certificate expired on %2</source>
        <translation>%1：其证书已于 %2 过期</translation>
    </message>
    <message>
        <source>%1: its certificate is for %2, not for %3</source>
        <translation>%1：其证书是给 %2 的，而不是给 %3 的</translation>
    </message>
    <message>
        <source>%1: its certificate is signed by itself (%2) and not among the trusted ones: give it, or its authority, as CA file</source>
        <translation>%1：其证书为自签名（%2），不在受信任之列：请将它或其签发机构作为 CA 文件给出</translation>
    </message>
    <message>
        <source>%1: its certificate comes from &quot;%2&quot;, which is not trusted: give that authority as CA file</source>
        <translation>%1：其证书由“%2”签发，而后者不受信任：请将该机构作为 CA 文件给出</translation>
    </message>
    <message>
        <source>%1 demands a client certificate: give a certificate and its key</source>
        <translation>%1 要求客户端证书：请给出证书及其密钥</translation>
    </message>
    <message>
        <source>%1 does not accept our client certificate (%2)</source>
        <translation>%1 不接受我们的客户端证书（%2）</translation>
    </message>
    <message>
        <source>%1 hung up without giving a session: it may have no quorum yet</source>
        <translation>%1 未给出会话就断开：可能还没有法定人数</translation>
    </message>
    <message>
        <source>%1 hung up instead of speaking TLS: its TLS port is another one (secureClientPort), or TLS is off there</source>
        <translation>%1 未进行 TLS 通信就断开：其 TLS 端口是另一个（secureClientPort），或未启用 TLS</translation>
    </message>
    <message>
        <source>%1 speaks no TLS: its TLS port is another one (secureClientPort)</source>
        <translation>%1 不使用 TLS：其 TLS 端口是另一个（secureClientPort）</translation>
    </message>
    <message>
        <source>Nothing of it was seen at this instant.</source>
        <translation>此时刻未看到它的任何信息。</translation>
    </message>
    <message>
        <source>What happened is kept without ACLs.</source>
        <translation>历史中不保存 ACL。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Choose another place.</source>
        <translation>无法写入 %1：%2。请另选位置。</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>它太大</translation>
    </message>
    <message>
        <source>The settings cannot be kept in %1: look whether there is room and the folder is yours.</source>
        <translation>设置无法保存到 %1：请检查是否还有空间，以及目录是否归您所有。</translation>
    </message>
    <message>
        <source>One client, two nodes</source>
        <translation>一个客户端，两个节点</translation>
    </message>
    <message>
        <source>The reply to the create of A is lost. A creates again without looking for the node that is there. When B lets go, the first node of A holds the lock for nobody: A waits behind itself, and C behind both.</source>
        <translation>A 的 create 的应答丢失。A 不查找已存在的节点就再次创建。B 释放后，A 的第一个节点持有锁，却无人认领：A 排在自己后面等待，C 排在两者后面。</translation>
    </message>
    <message>
        <source>Two that make way for each other</source>
        <translation>互相让位的两个候选者</translation>
    </message>
    <message>
        <source>Each of two candidates finds the node before it gone, and takes a new place at the end, while the other looks for the old one. So the other finds that gone, and does the same: nobody leads, as long as they go on in this order.</source>
        <translation>两个候选者各自发现前一个节点已消失，便到队尾重新排队，而另一个还在查找它的旧节点。于是另一个也发现节点已消失，照样处理：只要按此顺序继续，就谁也当不了领导者。</translation>
    </message>
    <message>
        <source>A finds H gone, deletes its own node and queues again</source>
        <translation>A 发现 H 已消失，删除自己的节点并重新排队</translation>
    </message>
    <message>
        <source>It lists, and finds another before it, as it stood a moment ago</source>
        <translation>它列出子节点，看到前面还有一个（片刻之前的情况）</translation>
    </message>
    <message>
        <source>B finds the node of A gone, and does the same</source>
        <translation>B 发现 A 的节点已消失，照样处理</translation>
    </message>
    <message>
        <source>A finds the node of B gone, and does the same</source>
        <translation>A 发现 B 的节点已消失，照样处理</translation>
    </message>
    <message>
        <source>And so does B, without end</source>
        <translation>B 也一样，没完没了</translation>
    </message>
    <message>
        <source>One stray node stops everybody</source>
        <translation>一个无关节点挡住所有客户端</translation>
    </message>
    <message>
        <source>There is a node in the lock&apos;s directory whose name is no contender&apos;s. A cannot read it, fails, and leaves its own node behind.</source>
        <translation>锁目录中有一个节点，名称不属于任何竞争者。A 无法解读它，于是失败，并留下自己的节点。</translation>
    </message>
    <message>
        <source>A release that is forgotten</source>
        <translation>被遗忘的释放</translation>
    </message>
    <message>
        <source>A lets go, but its delete is lost with the connection. A takes that for done. It connects again with the same session, so that its node stays, and B waits for a client that thinks it has let go.</source>
        <translation>A 释放，但其 delete 随连接一起丢失。A 以为已完成。它用同一会话重新连接，因此节点仍在，而 B 等待一个自以为已释放的客户端。</translation>
    </message>
    <message>
        <source>A second for another try, if there were one</source>
        <translation>留一秒，看它是否会重试</translation>
    </message>
    <message>
        <source>Watches that nobody waits for</source>
        <translation>无人等待的 watch</translation>
    </message>
    <message>
        <source>B asks for the lock three times and gives up each time, but leaves its watch. When A lets go, three watch events come to a client that waits for nothing.</source>
        <translation>B 三次请求锁，每次都放弃，却留下 watch。A 释放时，三个 watch 事件送到一个什么也不等的客户端。</translation>
    </message>
    <message>
        <source>A timeout that leaves its node</source>
        <translation>超时后留下节点</translation>
    </message>
    <message>
        <source>B gives up and leaves its node in the queue. When A lets go, that node is first: nobody holds, and C waits for a client that does not want the lock any more.</source>
        <translation>B 放弃，却把节点留在队列中。A 释放后，该节点排第一：无人持有，C 等待一个已不想要锁的客户端。</translation>
    </message>
    <message>
        <source>A wake-up that gets lost</source>
        <translation>丢失的唤醒</translation>
    </message>
    <message>
        <source>A lets go while B is between its list and its watch. B watches a node that is gone, and does not look whether it is there: nothing wakes it, although nobody holds the lock, and C waits behind B.</source>
        <translation>A 在 B 列出子节点与设置 watch 之间释放。B 监听一个已消失的节点，又不检查它是否存在：虽然无人持有锁，却没有什么会唤醒 B，C 则排在 B 后面等待。</translation>
    </message>
    <message>
        <source>A lets go, after B has listed and before it watches</source>
        <translation>A 在 B 列出之后、监听之前释放</translation>
    </message>
    <message>
        <source>A second for a watch event, if one could come</source>
        <translation>留一秒，看 watch 事件是否会来</translation>
    </message>
    <message>
        <source>A reader and a writer wait for each other</source>
        <translation>读者与写者互相等待</translation>
    </message>
    <message>
        <source>R has its place and has not looked around yet when the writer W comes behind it and waits for R. Then R lists, sees a writer, and waits for W: nobody holds, and both wait for ever.</source>
        <translation>R 已有位置，但尚未查看四周，这时写者 W 排到它后面并等待 R。随后 R 列出子节点，看到一个写者，于是等待 W：无人持有，两者永远等待。</translation>
    </message>
    <message>
        <source>A lease that nobody has</source>
        <translation>谁也没有的租约</translation>
    </message>
    <message>
        <source>There is one lease. B waits for it and gives up, but leaves its lease node in the directory. When A gives its lease back none is free, although nobody holds one: C waits for ever.</source>
        <translation>租约只有一个。B 等待它，随后放弃，却把租约节点留在目录中。A 归还租约后，虽然无人持有，却没有空闲租约：C 永远等待。</translation>
    </message>
    <message>
        <source>A writer beside a reader</source>
        <translation>写者与读者并存</translation>
    </message>
    <message>
        <source>A writes, B waits to write. A goes on as a reader, by a new node at the end of the queue: B finds nobody before it, and writes while A reads.</source>
        <translation>A 在写，B 等待写。A 转为读者继续，在队尾创建新节点：B 发现前面没有节点，于是在 A 读时写入。</translation>
    </message>
    <message>
        <source>An older session comes first</source>
        <translation>较早的会话排在前面</translation>
    </message>
    <message>
        <source>Names begin with the session&apos;s id, and are sorted as whole names. B holds with a new session; A comes later, but its session is older, so that it finds itself first: both hold. (Of one server, which gives ids that grow.)</source>
        <translation>名称以会话 id 开头，并按完整名称排序。B 用新会话持有；A 来得晚，但其会话更早，因此发现自己排第一：两者都持有。（仅一台服务器，它给出的 id 递增。）</translation>
    </message>
    <message>
        <source>B closes its session, to come back with one that is younger than that of A</source>
        <translation>B 关闭会话，再用比 A 更新的会话回来</translation>
    </message>
    <message>
        <source>A lock that nobody gives back</source>
        <translation>无人归还的锁</translation>
    </message>
    <message>
        <source>The node of A is not ephemeral. The server ends the session of A, the node stays, and B waits for ever for a client that is gone.</source>
        <translation>A 的节点不是临时节点。服务器结束 A 的会话，节点仍在，B 永远等待一个已不在的客户端。</translation>
    </message>
    <message>
        <source>A second for the server to take the node away, if it would</source>
        <translation>留一秒，看服务器是否会删除该节点</translation>
    </message>
    <message>
        <source>A place in the queue that is lost</source>
        <translation>丢失的排队位置</translation>
    </message>
    <message>
        <source>A lets go while B is between its list and its watch. B finds the node before it gone, deletes its own and queues again behind C: the one who waited longest is served last.</source>
        <translation>A 在 B 列出子节点与设置 watch 之间释放。B 发现前一个节点已消失，便删除自己的节点，重新排到 C 后面：等得最久的最后才轮到。</translation>
    </message>
    <message>
        <source>A client that waits for itself</source>
        <translation>等待自己的客户端</translation>
    </message>
    <message>
        <source>The reply to the create of B is lost. B finds its node again, but compares the bare name with full paths, takes its own node for the one before it, and watches itself. When A lets go, nobody wakes B.</source>
        <translation>B 的 create 的应答丢失。B 找回了自己的节点，但拿不带路径的名称与完整路径比较，把自己的节点当成前一个，于是监听自己。A 释放时，没有谁唤醒 B。</translation>
    </message>
    <message>
        <source>Nobody told the holder</source>
        <translation>持有者没有得到通知</translation>
    </message>
    <message>
        <source>The server ends the session of A and gives the lock to B. A hears nothing of it and goes on as if it held: both do the work that only one should.</source>
        <translation>服务器结束 A 的会话，把锁给了 B。A 对此一无所知，像仍持有一样继续：本应只由一个做的工作，两个都在做。</translation>
    </message>
    <message>
        <source>Two that take the same locks the other way round</source>
        <translation>以相反顺序获取同样两把锁</translation>
    </message>
    <message>
        <source>A and B want the same two locks, and B takes them in the opposite order. Another client lets both come to their first one; then each holds what the other waits for.</source>
        <translation>A 和 B 要同样的两把锁，而 B 按相反的顺序获取。另一个客户端让两者都拿到各自的第一把；随后各自持有对方等待的锁。</translation>
    </message>
    <message>
        <source>A takes the first lock and then the second, B the second and then the first. Each holds what the other waits for, and both wait for ever, until A gives up and gives back what it has.</source>
        <translation>A 先取第一把锁再取第二把，B 先取第二把再取第一把。各自持有对方等待的锁，两者一直等待，直到 A 放弃并归还已有的锁。</translation>
    </message>
    <message>
        <source>Another client holds each of the locks, so that A and B both wait for their first</source>
        <translation>另一个客户端持有这两把锁，使 A 和 B 都等待各自的第一把</translation>
    </message>
    <message>
        <source>Herd against predecessor watch, 1,000 waiters each</source>
        <translation>羊群效应对比监听前一个节点，各 1,000 个等待者</translation>
    </message>
    <message>
        <source>In one queue everyone watches the directory, in the other each watches the node just before its own. One release wakes all thousand there, and exactly one here.</source>
        <translation>一个队列中全体监听锁目录，另一个队列中各自只监听自己的前一个节点。一次释放，前者唤醒全部一千个，后者恰好唤醒一个。</translation>
    </message>
    <message>
        <source>The holder crashes</source>
        <translation>持有者崩溃</translation>
    </message>
    <message>
        <source>A dies without a word. Its node is ephemeral: when the server ends the session after its timeout, the node goes, and B is woken.</source>
        <translation>A 无声无息地死去。它的节点是临时的：超时后服务器结束会话，节点消失，B 被唤醒。</translation>
    </message>
    <message>
        <source>The holder pauses past its timeout</source>
        <translation>持有者暂停超过会话超时</translation>
    </message>
    <message>
        <source>A stands still for longer than its session lasts. The server gives the lock to B, and when A goes on it still believes to hold: only a fencing token tells the two apart.</source>
        <translation>A 停住的时间超过会话超时。服务器把锁给了 B，而 A 继续运行时仍自认为持有：只有栅栏令牌能区分两者。</translation>
    </message>
    <message>
        <source>A names its nodes as kazoo does, B as Curator does. Neither knows the other&apos;s names, and both hold.</source>
        <translation>A 按 kazoo 的方式命名节点，B 按 Curator 的方式。两者都不认识对方的名称，于是都持有。</translation>
    </message>
    <message>
        <source>Order numbers, without a lock</source>
        <translation>订单号，不加锁</translation>
    </message>
    <message>
        <source>The same fifty clients with the same counter, but nobody takes a lock: between the reading and the writing of one come the others, and many get the same number.</source>
        <translation>同样的五十个客户端、同样的计数器，但都不获取锁：一个在读与写之间，其他客户端插了进来，许多拿到同一个号码。</translation>
    </message>
    <message>
        <source>Order numbers, with a lock</source>
        <translation>订单号，加锁</translation>
    </message>
    <message>
        <source>Fifty clients at once take order numbers from one counter: each reads it and writes one more. Under the lock no two are equal.</source>
        <translation>五十个客户端同时从一个计数器取订单号：各自读出数值，加一后写回。有锁保护，没有两个号码相同。</translation>
    </message>
    <message>
        <source>The lock&apos;s directory is deleted and made again</source>
        <translation>锁目录被删除并重建</translation>
    </message>
    <message>
        <source>The lock is deleted with all that is in it. B makes it again, its numbers start again, and B holds while A still believes to.</source>
        <translation>锁连同其中的一切被删除。B 重建它，序号重新开始，B 持有，而 A 仍自认为持有。</translation>
    </message>
    <message>
        <source>A queue of five</source>
        <translation>五个客户端的队列</translation>
    </message>
    <message>
        <source>Five clients take a mutex in the order in which they came. Each waiter watches only the node just before its own: a release wakes one.</source>
        <translation>五个客户端按到来的顺序获取互斥锁。每个等待者只监听自己的前一个节点：一次释放只唤醒一个。</translation>
    </message>
    <message>
        <source>Readers and writers</source>
        <translation>读者与写者</translation>
    </message>
    <message>
        <source>Readers that stand together enter together; a writer waits for all before it, and readers that come after a writer wait for it.</source>
        <translation>相邻的读者一同进入；写者等待它前面的所有竞争者，写者之后到来的读者等待该写者。</translation>
    </message>
    <message>
        <source>Fail-over gives the lock twice</source>
        <translation>故障转移使锁被授予两次</translation>
    </message>
    <message>
        <source>A master passes on to its replica what it did, later. The replica is behind when A takes the lock; the master dies, the replica becomes the master, and it has never heard of A: B gets the lock as well.</source>
        <translation>主服务器把自己的更改稍后才传给副本。A 获取锁时副本尚落后；主服务器死去，副本成为主服务器，却从未听说过 A：B 也得到锁。</translation>
    </message>
    <message>
        <source>The replica falls behind: nothing more reaches it</source>
        <translation>副本落后：再没有更新到达它</translation>
    </message>
    <message>
        <source>A holds: the master answered</source>
        <translation>A 持有：主服务器已应答</translation>
    </message>
    <message>
        <source>The master dies</source>
        <translation>主服务器死去</translation>
    </message>
    <message>
        <source>The replica becomes the master</source>
        <translation>副本成为主服务器</translation>
    </message>
    <message>
        <source>The new master has never heard of A: B holds</source>
        <translation>新的主服务器从未听说过 A：B 持有</translation>
    </message>
    <message>
        <source>A holds still, as far as it knows</source>
        <translation>在 A 看来自己仍持有</translation>
    </message>
    <message>
        <source>A pause past the time limit</source>
        <translation>暂停超过时限</translation>
    </message>
    <message>
        <source>A key of its own, a token, a limit set by the same command, a release that compares: and still, A stands still for longer than the limit, B takes the lock, and A goes on as if it held. Only the resource could tell, by a fencing token, which Redis does not give.</source>
        <translation>自己的 key、令牌、同一命令设置的时限、先比较的释放：即便如此，A 停住超过时限，B 获取锁，A 仍像持有一样继续。只有资源能凭栅栏令牌分辨，而 Redis 不提供栅栏令牌。</translation>
    </message>
    <message>
        <source>After 2 s the key of A goes, and B gets the lock</source>
        <translation>2 秒后 A 的 key 消失，B 得到锁</translation>
    </message>
    <message>
        <source>A goes on, and believes to hold: so does B</source>
        <translation>A 继续运行，自认为持有：B 也一样</translation>
    </message>
    <message>
        <source>The release of A compares first: nothing of it is left</source>
        <translation>A 的释放先作比较：自己的 key 已不在</translation>
    </message>
    <message>
        <source>The lock of B is still there</source>
        <translation>B 的锁仍在</translation>
    </message>
    <message>
        <source>A release that deletes another&apos;s lock</source>
        <translation>释放时删除了别人的锁</translation>
    </message>
    <message>
        <source>The time of A runs out while it works, and B takes the lock. When A is done it sends DEL, which asks nobody whose key it is: it deletes the lock of B, and C comes in beside B.</source>
        <translation>A 工作时时限已到，B 获取锁。A 完成后发送 DEL，而 DEL 不问 key 是谁的：它删除了 B 的锁，C 与 B 同时进入。</translation>
    </message>
    <message>
        <source>After 1 s the key of A goes, and B gets the lock</source>
        <translation>1 秒后 A 的 key 消失，B 得到锁</translation>
    </message>
    <message>
        <source>A is done, and deletes the key: that of B</source>
        <translation>A 完成并删除 key：那是 B 的</translation>
    </message>
    <message>
        <source>B works on, beside C</source>
        <translation>B 继续工作，与 C 同时</translation>
    </message>
    <message>
        <source>A crash between SETNX and EXPIRE</source>
        <translation>在 SETNX 与 EXPIRE 之间崩溃</translation>
    </message>
    <message>
        <source>The time limit is set by a second command. A crashes before it can send that one: the key stays without a limit, and the lock is never free again.</source>
        <translation>时限由第二条命令设置。A 在发出它之前崩溃：key 没有时限地留下，锁永远不会再空闲。</translation>
    </message>
    <message>
        <source>A is to stop before EXPIRE</source>
        <translation>让 A 在 EXPIRE 之前停下</translation>
    </message>
    <message>
        <source>SETNX is done, and A stands before EXPIRE</source>
        <translation>SETNX 已完成，A 停在 EXPIRE 之前</translation>
    </message>
    <message>
        <source>A crashes between the two commands</source>
        <translation>A 在两条命令之间崩溃</translation>
    </message>
    <message>
        <source>B waits for longer than the limit of 1 s, and gives up</source>
        <translation>B 等待超过 1 秒的时限，然后放弃</translation>
    </message>
    <message>
        <source>The key is still there</source>
        <translation>key 仍在</translation>
    </message>
    <message>
        <source>A clock that is ahead</source>
        <translation>走快的时钟</translation>
    </message>
    <message>
        <source>The key has the time at which the lock of A is over, and B compares it with its own clock, which is ten minutes ahead. For B the time is over at once: it exchanges the value, and both hold.</source>
        <translation>key 中存有 A 的锁到期的时间，B 用自己的时钟与它比较，而 B 的时钟快十分钟。在 B 看来时间已到：它交换该值，两者都持有。</translation>
    </message>
    <message>
        <source>A holds, for five minutes by its own clock</source>
        <translation>A 持有，按自己的时钟为五分钟</translation>
    </message>
    <message>
        <source>B asks, its clock ten minutes ahead</source>
        <translation>B 请求，其时钟快十分钟</translation>
    </message>
    <message>
        <source>For B the time of A is over: it takes the lock</source>
        <translation>在 B 看来 A 的时间已到：它获取锁</translation>
    </message>
    <message>
        <source>A key without a time limit</source>
        <translation>没有时限的 key</translation>
    </message>
    <message>
        <source>A takes the lock by SETNX and dies. Redis ties the key to no session, and it has no time limit: nothing ever takes it away, and B asks in vain.</source>
        <translation>A 用 SETNX 获取锁后死去。Redis 不把 key 与任何会话绑定，它也没有时限：永远没有什么会删除它，B 的请求都是徒劳。</translation>
    </message>
    <message>
        <source>A dies with its lock</source>
        <translation>A 带着锁死去</translation>
    </message>
    <message>
        <source>B asks again and again, until it gives up</source>
        <translation>B 反复请求，直到放弃</translation>
    </message>
    <message>
        <source>The key of A is still there</source>
        <translation>A 的 key 仍在</translation>
    </message>
    <message>
        <source>A server that forgets</source>
        <translation>健忘的服务器</translation>
    </message>
    <message>
        <source>A Redis server without persistence is killed and started again while A holds: it comes back empty, and gives the lock to B. The same server with its log of writes would have known A.</source>
        <translation>没有持久化的 Redis 服务器在 A 持有时被杀死并重新启动：恢复后数据为空，把锁给了 B。同一服务器若有写日志，就会记得 A。</translation>
    </message>
    <message>
        <source>It starts again with its log of writes</source>
        <translation>它带着写日志重新启动</translation>
    </message>
    <message>
        <source>It still knows A: B waits</source>
        <translation>它仍记得 A：B 等待</translation>
    </message>
    <message>
        <source>It starts again without: it is empty</source>
        <translation>它不带写日志重新启动：数据为空</translation>
    </message>
    <message>
        <source>Nobody holds, as far as the server knows: B gets the lock</source>
        <translation>在服务器看来无人持有：B 得到锁</translation>
    </message>
    <message>
        <source>Redlock: a clock jumps</source>
        <translation>Redlock：时钟跳变</translation>
    </message>
    <message>
        <source>A measures by its own clock how long it took to hear from most of the servers, and takes that off the limit. The answers are late, and meanwhile its clock is set back: for A nothing of the limit is gone, while its keys are over on every server. B gets the lock, and both hold.</source>
        <translation>A 用自己的时钟测量从多数服务器得到应答用了多久，并从时限中扣除。应答迟到，而其间它的时钟被回拨：在 A 看来时限丝毫未减，而它的 key 在每台服务器上都已到期。B 得到锁，两者都持有。</translation>
    </message>
    <message>
        <source>All answers to A are 3 s late, longer than its limit of 2 s</source>
        <translation>给 A 的所有应答迟到 3 秒，超过其 2 秒的时限</translation>
    </message>
    <message>
        <source>Meanwhile its clock is set back by a minute</source>
        <translation>其间它的时钟被回拨一分钟</translation>
    </message>
    <message>
        <source>For A no time has passed: it holds</source>
        <translation>在 A 看来时间没有流逝：它持有</translation>
    </message>
    <message>
        <source>On the servers the keys of A are over: B holds as well</source>
        <translation>服务器上 A 的 key 都已到期：B 也持有</translation>
    </message>
    <message>
        <source>Redlock: a pause past the time limit</source>
        <translation>Redlock：暂停超过时限</translation>
    </message>
    <message>
        <source>Five servers instead of one, and the pause is as bad as before: A stands still for longer than the limit, its keys are over on every server, B gets the lock, and A goes on as if it held. There is no fencing token by which a resource could tell.</source>
        <translation>服务器由一台变为五台，暂停的后果依旧：A 停住超过时限，它的 key 在每台服务器上都已到期，B 得到锁，而 A 仍像持有一样继续。没有栅栏令牌可供资源分辨。</translation>
    </message>
    <message>
        <source>After 2 s the keys of A go, and B gets the lock</source>
        <translation>2 秒后 A 的各个 key 消失，B 得到锁</translation>
    </message>
    <message>
        <source>Redlock: a server comes back without its keys</source>
        <translation>Redlock：服务器恢复后丢了 key</translation>
    </message>
    <message>
        <source>Two of five servers are down when A takes the lock on the other three. One of these crashes and comes back empty, the two that were down come back as well: now three servers know nothing of A, and B gets the lock. Redlock wants a server that crashed to stay away for longer than the limit.</source>
        <translation>A 在三台服务器上获取锁时，五台中另外两台已停机。三台之一崩溃，恢复后数据为空，停机的两台也恢复：现在有三台对 A 一无所知，B 得到锁。Redlock 要求崩溃的服务器离开的时间超过时限。</translation>
    </message>
    <message>
        <source>A holds, on three of five</source>
        <translation>A 在五台中的三台上持有</translation>
    </message>
    <message>
        <source>Server 2 comes back without what it kept</source>
        <translation>服务器 2 恢复，但丢了原有的数据</translation>
    </message>
    <message>
        <source>B holds as well, on the three that know nothing of A</source>
        <translation>B 在对 A 一无所知的三台上也持有</translation>
    </message>
    <message>
        <source>Redlock: two of five servers die</source>
        <translation>Redlock：五台服务器死两台</translation>
    </message>
    <message>
        <source>Five servers that know nothing of one another. Two die while A holds: three are more than half, so that A keeps the lock, B waits for it, and gets it when A lets go.</source>
        <translation>五台互不知晓的服务器。A 持有时死了两台：三台仍过半数，所以 A 保有锁，B 等待，在 A 释放后得到锁。</translation>
    </message>
    <message>
        <source>B asks the three that are left, and waits</source>
        <translation>B 向剩下的三台请求，并等待</translation>
    </message>
    <message>
        <source>Three of five are enough: B holds</source>
        <translation>五台中三台已够：B 持有</translation>
    </message>
    <message>
        <source>The lock is asked back</source>
        <translation>请求释放锁</translation>
    </message>
    <message>
        <source>A holds and watches its own node&apos;s data. B writes there that it wants the lock, and A gives it back by itself: nothing is forced.</source>
        <translation>A 持有锁，并监听自己节点的数据。B 在那里写明想要锁，A 自行归还：没有任何强制。</translation>
    </message>
    <message>
        <source>The holder&apos;s session expires</source>
        <translation>持有者的会话过期</translation>
    </message>
    <message>
        <source>The server ends the session of A. A is told at once that it holds nothing any more, and B is served.</source>
        <translation>服务器结束 A 的会话。A 立即得知自己不再持有任何锁，随即轮到 B。</translation>
    </message>
    <message>
        <source>A row lock goes with its connection</source>
        <translation>行锁随连接消失</translation>
    </message>
    <message>
        <source>A, B and C ask for the database&apos;s own row lock, each in a transaction of its own. A dies: the database notices that the connection is gone, undoes the transaction, and gives the lock to one of those who wait. Nobody had to keep a time.</source>
        <translation>A、B 和 C 请求数据库自身的行锁，各自在自己的事务中。A 死去：数据库发现连接已断，回滚事务，并把锁给等待者之一。谁都不必计时。</translation>
    </message>
    <message>
        <source>One after the other, B and C hold and give it back</source>
        <translation>B 和 C 先后持有并归还</translation>
    </message>
    <message>
        <source>A pool of connections runs out</source>
        <translation>连接池耗尽</translation>
    </message>
    <message>
        <source>P0 to P3 are threads of one process that share three connections. Who waits for the row lock keeps a connection while it waits, so three of them take all. One gets the lock and needs another connection for its work: it waits for those who wait for it. Nothing moves until two of them give up, after 15 s; without an acquire timeout it would be for ever.</source>
        <translation>P0 至 P3 是同一进程的线程，共用三个连接。等待行锁的线程在等待期间一直占用一个连接，因此其中三个就占满了。一个得到锁，但工作还需要另一个连接：它等待的正是那些等待它的线程。一切停滞，直到 15 秒后其中两个放弃；若没有获取超时，就会永远如此。</translation>
    </message>
    <message>
        <source>A, of another process, holds the lock</source>
        <translation>另一进程的 A 持有锁</translation>
    </message>
    <message>
        <source>P0, P1 and P2 take the three connections of their pool, and wait on them for the lock</source>
        <translation>P0、P1 和 P2 占用连接池的三个连接，并在其上等待锁</translation>
    </message>
    <message>
        <source>P3 waits for a connection: the database does not know of it</source>
        <translation>P3 等待连接：数据库并不知道它</translation>
    </message>
    <message>
        <source>One of the three holds now, and waits for another connection to do its work</source>
        <translation>三者之一现已持有，并等待另一个连接来完成工作</translation>
    </message>
    <message>
        <source>15 s after they asked, the two others give up and give their connections back: now the work can be done, and P3 is served too</source>
        <translation>请求后 15 秒，另外两个放弃并归还连接：现在工作可以完成，也轮到 P3 了</translation>
    </message>
    <message>
        <source>A row whose time is over</source>
        <translation>到期的行</translation>
    </message>
    <message>
        <source>The row has a time limit by the database&apos;s own clock: one that dies blocks nobody for ever. But A only stands still, B takes the row over, and A goes on as if it held. The number of the line in the log would tell: B&apos;s is greater.</source>
        <translation>行带有按数据库自身时钟计算的时限：持有者死去也不会永远阻塞别人。但 A 只是停住，B 接管该行，而 A 仍像持有一样继续。日志表中的行号可以分辨：B 的更大。</translation>
    </message>
    <message>
        <source>After 2 s the time of A&apos;s row is over, and B takes it over</source>
        <translation>2 秒后 A 的行到期，B 接管该行</translation>
    </message>
    <message>
        <source>The release of A deletes its own row only: nothing of it is left</source>
        <translation>A 的释放只删除自己的行：该行已不在</translation>
    </message>
    <message>
        <source>The database is killed: a row stays, a row lock goes</source>
        <translation>数据库被杀死：行仍在，行锁消失</translation>
    </message>
    <message>
        <source>A holds by a row, R by the database&apos;s own row lock. The server is killed and starts again with what it kept: the row is still there, and A holds; the row lock went with its connection, so that S gets it, while R has heard of nothing yet but its lost connection.</source>
        <translation>A 以一行持有，R 以数据库自身的行锁持有。服务器被杀死，并带着已保存的数据重新启动：行仍在，A 持有；行锁已随连接消失，于是 S 得到它，而 R 除了连接断开之外一无所知。</translation>
    </message>
    <message>
        <source>The row of A is still there: B waits</source>
        <translation>A 的行仍在：B 等待</translation>
    </message>
    <message>
        <source>The row lock of R went with its connection: S holds</source>
        <translation>R 的行锁已随连接消失：S 持有</translation>
    </message>
    <message>
        <source>A row outlives its holder</source>
        <translation>行比持有者活得久</translation>
    </message>
    <message>
        <source>A inserts the row and dies. The database ties a row to no connection, and this one has no time limit: nothing ever deletes it, and B asks in vain.</source>
        <translation>A 插入该行后死去。数据库不把行与任何连接绑定，此行也没有时限：永远没有什么会删除它，B 的请求都是徒劳。</translation>
    </message>
    <message>
        <source>The row of A is still there</source>
        <translation>A 的行仍在</translation>
    </message>
    <message>
        <source>A semaphore of three leases</source>
        <translation>三个租约的信号量</translation>
    </message>
    <message>
        <source>Three of five hold at once. A lease that comes back goes to the one who has waited longest.</source>
        <translation>五个之中三个同时持有。归还的租约给等得最久的那个。</translation>
    </message>
    <message>
        <source>A timeout in mid-queue</source>
        <translation>队列中间的超时</translation>
    </message>
    <message>
        <source>B gives up while it stands between A and C. It takes its own node away, and C goes on waiting for A.</source>
        <translation>B 排在 A 与 C 之间时放弃。它删除自己的节点，C 继续等待 A。</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>“%1” is nothing that can be done in a sandbox</source>
        <translation>“%1” 不能在沙盒中执行</translation>
    </message>
    <message>
        <source>“%1” is nothing that can be done in a model</source>
        <translation>“%1” 不能在模型中执行</translation>
    </message>
    <message>
        <source>has “quiet” or “wrong”, which are known in a model only</source>
        <translation>含有“quiet”或“wrong”，它们只在模型中可知</translation>
    </message>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>%1 无法启动：%2。</translation>
    </message>
    <message>
        <source>%1 was ended by the signal %2.</source>
        <translation>%1 被信号 %2 终止。</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2.</source>
        <translation>%1 以退出码 %2 结束。</translation>
    </message>
    <message>
        <source>The trial is over: all its processes have ended.</source>
        <translation>试验结束：所有进程都已退出。</translation>
    </message>
    <message>
        <source>The trial is over: nothing moved any more.</source>
        <translation>试验结束：不再有任何动静。</translation>
    </message>
    <message>
        <source>The trial was stopped.</source>
        <translation>试验已被停止。</translation>
    </message>
    <message>
        <source>“%1” is no path of a lock.</source>
        <translation>“%1” 不是锁的路径。</translation>
    </message>
    <message>
        <source>%1 said “%2”, which is no word of the protocol: it is passed over, and so is more of that kind.</source>
        <translation>%1 输出了“%2”，这不是协议中的词：将被忽略，之后的同类输出也一样。</translation>
    </message>
    <message>
        <source>%1 never connected to the address in LOCKSCOPE_CONNECT: of what it does elsewhere nothing is known.</source>
        <translation>%1 从未连接到 LOCKSCOPE_CONNECT 中的地址：它在别处所做的无从知晓。</translation>
    </message>
    <message numerus="yes">
        <source>%1 said %n lines that are no words of the protocol, the first “%2”.</source>
        <translation>
            <numerusform>%1 输出了 %n 行不属于协议的内容，第一行是“%2”。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 rounds were done.</source>
        <translation>完成了 %2 轮中的 %1 轮。</translation>
    </message>
    <message>
        <source>%1 said that it holds %2 (event %3), and it has no node there: nothing keeps others out.</source>
        <translation>%1 声称持有 %2（事件 %3），但那里没有它的任何节点：没有什么能把其他客户端挡在外面。</translation>
    </message>
    <message>
        <source>%1 has waited since event %2 with its node %3 in the queue, and has neither a watch nor a request under way: no event will come.</source>
        <translation>%1 自事件 %2 起一直等待，其节点 %3 在队列中，但它既没有 watch 也没有进行中的请求：不会有事件到来。</translation>
    </message>
    <message>
        <source>Another program&apos;s clients are not tried on a production ensemble.</source>
        <translation>不在生产集群上试验其他程序的客户端。</translation>
    </message>
    <message>
        <source>Another trial is running: wait for it, or stop it.</source>
        <translation>另一个试验正在进行：请等待它结束，或将其停止。</translation>
    </message>
    <message>
        <source>A trial reads paths as the servers have them: leave the chroot out, and write it before the lock.</source>
        <translation>试验按服务器上的样子读取路径：请去掉 chroot，并把它写在锁的路径前面。</translation>
    </message>
    <message>
        <source>%1 was started: another program, judged as %2, on %3</source>
        <translation>%1 已启动：其他程序，按 %2 评判，锁为 %3</translation>
    </message>
    <message>
        <source>The trial is over: its time is up.</source>
        <translation>试验结束：时间已到。</translation>
    </message>
    <message>
        <source>Name a command: each of its processes is a client.</source>
        <translation>请给出一个命令：它的每个进程就是一个客户端。</translation>
    </message>
    <message>
        <source>Nothing moved for %1 s, though not all had done their rounds.</source>
        <translation>%1 秒内没有任何动静，但并非所有客户端都完成了各自的轮次。</translation>
    </message>
    <message>
        <source>Fault “%1”: %2</source>
        <translation>故障“%1”：%2</translation>
    </message>
    <message>
        <source>it is NAME@RATE or NAME@MOMENT, as lose-reply@0.01 or crash@create-reply; the names are %1.</source>
        <translation>应为 NAME@RATE 或 NAME@MOMENT，例如 lose-reply@0.01 或 crash@create-reply；可用的名称有 %1。</translation>
    </message>
    <message>
        <source>the rate is the probability at each request, from 0 to 1.</source>
        <translation>RATE 是每个请求发生故障的概率，取值 0 到 1。</translation>
    </message>
    <message>
        <source>“%1” is neither a rate nor a moment; moments are an operation, as create, get_children or delete, its answer, as create-reply, a watch&apos;s event, as event, the third of a client, as delete#3, and those of one client, as client-1/create.</source>
        <translation>“%1”既不是概率也不是时刻；时刻可以是一个操作（如 create、get_children 或 delete）、它的应答（如 create-reply）、监视事件（event）、某个客户端的第三次（如 delete#3），或只属于一个客户端的时刻（如 client-1/create）。</translation>
    </message>
    <message>
        <source>“%1” is no time; a time is 500ms, 20s or 5m.</source>
        <translation>“%1”不是时间；时间写作 500ms、20s 或 5m。</translation>
    </message>
    <message>
        <source>This is no trial that this version can read.</source>
        <translation>这不是此版本能读取的试验文件。</translation>
    </message>
    <message>
        <source>The clients took another way at turn %1 of %2: %3 did not come.</source>
        <translation>客户端在第 %1 步（共 %2 步）走了另一条路：%3 没有到来。</translation>
    </message>
    <message>
        <source>Fault “%1”: the clients are %2 to %3.</source>
        <translation>故障“%1”：客户端是 %2 到 %3。</translation>
    </message>
    <message>
        <source>Another program cannot be made to do this: %1.</source>
        <translation>无法让别的程序这样做：%1。</translation>
    </message>
    <message>
        <source>Faults of servers are for a private ensemble: these servers are not Lockscope&apos;s own.</source>
        <translation>服务器故障只能用于私有集群：这些服务器不属于 Lockscope。</translation>
    </message>
    <message>
        <source>The lab: %1</source>
        <translation>实验室：%1</translation>
    </message>
    <message>
        <source>%1 asks for its lock in a second session beside its first: what it does there is not judged.</source>
        <translation>%1 在第一个会话之外又用第二个会话请求锁：在那里的行为不作判断。</translation>
    </message>
    <message>
        <source>Nothing moved for %1 s: all rounds were done, and not all processes had ended.</source>
        <translation>%1 秒内没有任何动静：所有轮次都已完成，但并非所有进程都已结束。</translation>
    </message>
    <message>
        <source>the chroot must not end with a space</source>
        <translation>chroot 不能以空格结尾</translation>
    </message>
    <message>
        <source>nothing was acquired</source>
        <translation>一次也没有获取到</translation>
    </message>
    <message>
        <source>the fault is not in the recording: %1</source>
        <translation>录制中没有该故障：%1</translation>
    </message>
    <message>
        <source>What could not be measured</source>
        <translation>未能测量的内容</translation>
    </message>
    <message>
        <source>The first error of each. What the other tables say of it is not all of it.</source>
        <translation>各自的第一个错误。其他表格中有关它的内容并不完整。</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>%1 is in read-only mode: it has no quorum, and what it shows may be long past</source>
        <translation>%1 处于只读模式：它没有法定多数，所显示的内容可能早已过时</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>显示此帮助。</translation>
    </message>
    <message>
        <source>This is a production ensemble: nothing was done, since what is written to was not confirmed: %1. Confirm %2, which has all of it.</source>
        <translation>这是生产集群：写入的位置未经确认，因此什么都没有做：%1。请确认 %2，它包含全部这些位置。</translation>
    </message>
    <message>
        <source>%1 is no file: write the recording to one first.</source>
        <translation>%1 不是文件：请先把录制写入文件。</translation>
    </message>
    <message>
        <source>%1 is no file: move it away to begin again.</source>
        <translation>%1 不是文件：请移走它以重新开始。</translation>
    </message>
    <message>
        <source>The bookmarks cannot be kept in %1: their names are too long.</source>
        <translation>书签无法保存在 %1 中：名称太长。</translation>
    </message>
    <message>
        <source>Another node has this path now: no number is written to it.</source>
        <translation>此路径现在是另一个节点：不向它写入编号。</translation>
    </message>
    <message>
        <source>another program keeps it locked</source>
        <translation>另一个程序一直锁着它</translation>
    </message>
    <message>
        <source>%1 is not a node that the scenario or one of its clients made: it is neither changed nor deleted. Give the scenario another path, or delete the node by hand.</source>
        <translation>%1 不是该场景或其客户端创建的节点：既不更改也不删除它。请为场景换一个路径，或手动删除该节点。</translation>
    </message>
    <message>
        <source>%1 can hold at most %2 bookmarks.</source>
        <translation>%1 最多可存 %2 个书签。</translation>
    </message>
    <message>
        <source>an AdminServer alone names them, so they are not asked (%1): name them in the connect string, or the URLs of their AdminServers</source>
        <translation>仅有 AdminServer 提到它们，因此不会询问（%1）：请在连接串中写明，或指定其 AdminServer 的 URL</translation>
    </message>
    <message>
        <source>all of its clients</source>
        <translation>其全部客户端</translation>
    </message>
    <message>
        <source>all of its clients&apos; watches</source>
        <translation>其客户端的全部 watch</translation>
    </message>
    <message>
        <source>all ephemeral nodes</source>
        <translation>全部临时节点</translation>
    </message>
    <message>
        <source>%1 runs as the user %2, who cannot enter %3: set TMPDIR to a folder that all users can enter.</source>
        <translation>%1 以用户 %2 的身份运行，而该用户无法进入 %3：请将 TMPDIR 设为所有用户都能进入的文件夹。</translation>
    </message>
    <message>
        <source>LOCKSCOPE_LIMITS: &quot;%1&quot; is none of closing, answer, configuration and start with a duration, as in closing=10s.</source>
        <translation>LOCKSCOPE_LIMITS：“%1”不是 closing、answer、configuration 或 start 加一段时长，例如 closing=10s。</translation>
    </message>
    <message>
        <source>it is a server by itself, and none of this ensemble: %1</source>
        <translation>它是一台独立的服务器，不属于这个集群：%1</translation>
    </message>
    <message>
        <source>whether it is of this ensemble</source>
        <translation>它是否属于这个集群</translation>
    </message>
    <message>
        <source>it says nothing to that, as to a word that is not on its list</source>
        <translation>对此没有应答，如同对不在其列表中的命令</translation>
    </message>
    <message>
        <source>%1 is a ClickHouse Keeper but gives no session</source>
        <translation>%1 是 ClickHouse Keeper，但未给出会话</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>ActiveMQ&apos;s replicated store, a group</source>
        <translation>ActiveMQ 的复制存储，一个组</translation>
    </message>
    <message>
        <source>Flink&apos;s references: what is referred to is not deleted</source>
        <translation>Flink 的引用：被引用的内容不会被删除</translation>
    </message>
    <message>
        <source>Locks of LOCK TABLE statements: %1. Each stays until UNLOCK TABLE.</source>
        <translation>LOCK TABLE 语句的锁：%1 个。每一个都保留到 UNLOCK TABLE 为止。</translation>
    </message>
    <message>
        <source>Ask for whom the table was locked, and unlock it in Hive: its data has the statement.</source>
        <translation>查明是为谁锁的表，并在 Hive 中解锁：节点的数据里有那条语句。</translation>
    </message>
    <message>
        <source>Kafka consumers</source>
        <translation>Kafka 消费者</translation>
    </message>
    <message>
        <source>owners of partitions among Kafka&apos;s old consumers</source>
        <translation>Kafka 旧版消费者中分区的所有者</translation>
    </message>
    <message>
        <source>kazoo before 2.8</source>
        <translation>2.8 之前的 kazoo</translation>
    </message>
    <message>
        <source>kazoo LockingQueue</source>
        <translation>kazoo LockingQueue</translation>
    </message>
    <message>
        <source>kazoo&apos;s LockingQueue: entries that are taken</source>
        <translation>kazoo 的 LockingQueue：已被取走的条目</translation>
    </message>
    <message>
        <source>Move the other nodes to a path of their own, or the lock; until then delete the child only if nothing needs it. A newer version of the client passes over such children.</source>
        <translation>把其他节点移到自己的路径下，或把锁移走；在那之前，只有在没有人需要那个子节点时才删除它。较新版本的客户端会跳过这样的子节点。</translation>
    </message>
    <message>
        <source>Ask its client whether it needs them all. They go with its session, and until then each listing carries them.</source>
        <translation>问它的客户端是否都需要。它们随会话一起消失，在那之前每次列出都会带上它们。</translation>
    </message>
    <message>
        <source>Nodes of one session: %1. None waits for another here: a client that makes one at each try and deletes none leaves such a row.</source>
        <translation>同一个会话的节点：%1 个。这里没有谁等待谁：每次尝试都创建一个、却从不删除的客户端会留下这样一排。</translation>
    </message>
    <message>
        <source>held until %1</source>
        <translation>持有到 %1</translation>
    </message>
    <message>
        <source>frees itself when its session ends, unless its client returns</source>
        <translation>会话结束时自行释放，除非其客户端恢复连接</translation>
    </message>
    <message>
        <source>frees itself at any moment, unless its client returns</source>
        <translation>随时会自行释放，除非其客户端恢复连接</translation>
    </message>
    <message>
        <source>frees itself in at most %1, unless its client returns</source>
        <translation>最多 %1 后自行释放，除非其客户端恢复连接</translation>
    </message>
    <message>
        <source>never by itself: its client lives</source>
        <translation>不会自行释放：其客户端仍在运行</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no link: write http:// or https://, with places as in {host}.</source>
        <translation>“%1”不是链接：请写 http:// 或 https://，占位符写成 {host} 这样。</translation>
    </message>
    <message>
        <source>A link has no login in it: profiles keep no secrets.</source>
        <translation>链接中不能有登录信息：配置不保存任何机密。</translation>
    </message>
    <message>
        <source>BookKeeper&apos;s ledgers</source>
        <translation>BookKeeper 的账本</translation>
    </message>
    <message>
        <source>BookKeeper: ledgers that are being replicated again</source>
        <translation>BookKeeper：正在重新复制的账本</translation>
    </message>
    <message>
        <source>registrations</source>
        <translation>注册信息</translation>
    </message>
    <message>
        <source>servers that make themselves known, a group</source>
        <translation>自我注册的服务器，一个组</translation>
    </message>
    <message>
        <source>Twitter Commons: a server set, or a singleton service&apos;s candidates</source>
        <translation>Twitter Commons：服务器集合，或单例服务的候选者</translation>
    </message>
    <message>
        <source>%1 Its own session waits here, too (%2): threads share the session, or the node was left by an earlier try, and it waits for itself.</source>
        <translation>%1 它自己的会话也在此等待（%2）：要么多个线程共用该会话，要么该节点是之前一次尝试遗留的，它在等待自己。</translation>
    </message>
    <message>
        <source>not all of its answer could be read: it is cut off, of a form that is not known in parts, or of more than %1 entries</source>
        <translation>其应答未能全部读取：被截断、部分格式未知，或超过 %1 个条目</translation>
    </message>
    <message>
        <source>a part of a transaction was answered as done and as an error</source>
        <translation>事务的某一部分被应答为既已完成又有错误</translation>
    </message>
    <message>
        <source>a transaction was answered with errors that say no cause</source>
        <translation>事务的应答只有错误而没有原因</translation>
    </message>
    <message>
        <source>which server leads</source>
        <translation>哪台服务器是领导者</translation>
    </message>
    <message>
        <source>%1 says so as well; one of them may have lost the others</source>
        <translation>%1 也自称是；其中一台可能已与其他服务器失去联系</translation>
    </message>
    <message>
        <source>%1 cannot be read: it is a pipe, and nothing is written into it.</source>
        <translation>无法读取 %1：它是管道，而没有任何内容写入其中。</translation>
    </message>
    <message>
        <source>Look at the log of the client that stands first: it has still to take over, or has failed to. Where that lasts, restart it; the next in line then takes its turn.</source>
        <translation>请查看排在首位的客户端的日志：它尚未接任，或接任失败。若一直如此，请重启它；随后由下一个接任。</translation>
    </message>
    <message>
        <source>Who leads is not known: %1 stands first, and %2, which its client makes when it takes over, is of another session, %3.</source>
        <translation>不清楚谁是领导者：%1 排在首位，但其客户端接任时创建的 %2 属于另一个会话 %3。</translation>
    </message>
    <message>
        <source>it is listed by its directory, and the server says that it is not there</source>
        <translation>它的目录列出了它，而服务器说它不存在</translation>
    </message>
    <message>
        <source>nothing reads from it</source>
        <translation>没有程序读取它</translation>
    </message>
    <message>
        <source>it is of another ensemble: %1</source>
        <translation>它属于另一个集群：%1</translation>
    </message>
    <message>
        <source>The servers have another history now: their data were replaced, or other servers answer at their address. What was read before is not what is there.</source>
        <translation>服务器现在有另一段历史：数据被替换，或该地址上是别的服务器。此前读到的并非现在的内容。</translation>
    </message>
    <message>
        <source>change %1 was seen, and their newest one is %2</source>
        <translation>已看到过更改 %1，而它们最新的更改是 %2</translation>
    </message>
    <message>
        <source>%1 was made by change %2, and now by change %3</source>
        <translation>%1 原由更改 %2 创建，现在却由更改 %3 创建</translation>
    </message>
    <message>
        <source>%1 was not read: the connection was lost before the reply to %2 came.</source>
        <translation>未能读取 %1：在收到对 %2 的回复之前连接已丢失。</translation>
    </message>
    <message>
        <source>The connection was lost before the reply to %1 came: nothing was read.</source>
        <translation>在收到对 %1 的回复之前连接已丢失：什么也没有读到。</translation>
    </message>
    <message>
        <source>our own connection is missing in its list</source>
        <translation>它的列表中没有我们自己的连接</translation>
    </message>
    <message>
        <source>it lists those of one port, and has a plain and a secure one</source>
        <translation>它只列出一个端口的客户端，而它既有普通端口也有安全端口</translation>
    </message>
    <message>
        <source>Kafka&apos;s controller</source>
        <translation>Kafka 的控制器</translation>
    </message>
    <message>
        <source>Each release wakes %1 waiters; %2 wake for nothing.</source>
        <translation>每次释放唤醒 %1 个等待者；其中 %2 个白白醒来。</translation>
    </message>
    <message>
        <source>Contenders whose clients have lost their connection: %1. They are dead, cut off or paused; their nodes disappear when their sessions expire.</source>
        <translation>客户端已失去连接的竞争者：%1。这些客户端已死、被隔断或暂停；它们的节点在会话过期时消失。</translation>
    </message>
    <message>
        <source>%1 The last of them disappears in about %2.</source>
        <translation>%1 最后一个约在 %2 后消失。</translation>
    </message>
    <message>
        <source>%1 The client may be back: %2, which names it as well, belongs to a session that is connected, %3.</source>
        <translation>%1 该客户端可能已回来：同样写着它名字的 %2 属于一个已连接的会话 %3。</translation>
    </message>
    <message>
        <source>%1 The same sessions stand in %2, behind the same one: candidates of an election for several offices look the same.</source>
        <translation>%1 同样的会话也在 %2 中，排在同一个会话之后：竞选多个职位的候选者看起来也是这样。</translation>
    </message>
    <message>
        <source>%1 gives up: it waited too long</source>
        <translation>%1 放弃：等得太久</translation>
    </message>
    <message>
        <source>%1 give up: they waited too long</source>
        <translation>%1 放弃：等得太久</translation>
    </message>
    <message>
        <source>clients that hold: %1</source>
        <translation>持有的客户端：%1</translation>
    </message>
    <message>
        <source>clients that wait: %1</source>
        <translation>等待的客户端：%1</translation>
    </message>
    <message>
        <source>watch events: %1</source>
        <translation>监视事件：%1</translation>
    </message>
    <message>
        <source>the finding %1 is there</source>
        <translation>发现 %1 存在</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1（位于 %2）</translation>
    </message>
    <message>
        <source>wake-ups per release</source>
        <translation>每次释放的唤醒数</translation>
    </message>
    <message>
        <source>%1 was changed by change %2, and its newest one is now %3</source>
        <translation>%1 曾被变更 %2 修改，而其最新的变更现在是 %3</translation>
    </message>
    <message>
        <source>the count of nodes made in %1 was %2, and is %3 now</source>
        <translation>在 %1 中创建过的节点数曾是 %2，现在是 %3</translation>
    </message>
    <message>
        <source>If everything below the chroot was made again between two requests, another node may have been hit.</source>
        <translation>如果 chroot 之下的一切在两次请求之间被重新创建，则可能命中了另一个节点。</translation>
    </message>
    <message>
        <source>Whether it holds a lock is not known: if it does, it may go on believing so, and two processes may work at once from then on.</source>
        <translation>它是否持有锁尚不清楚：如果持有，它可能继续认为自己持有，此后可能有两个进程同时工作。</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>%1: %2 times in a row a change came between looking and acting. Nothing was written; try again.</source>
        <translation>%1：连续 %2 次在查看与操作之间发生了变化。没有写入任何内容；请重试。</translation>
    </message>
    <message>
        <source>The data of %1 are written, or the node is made again, all the time</source>
        <translation>%1 的数据不断被写入，或该节点不断被重新创建</translation>
    </message>
    <message>
        <source>Other nodes are being made in %1 all the time</source>
        <translation>%1 中不断有其他节点被创建</translation>
    </message>
    <message>
        <source>not known: no client is seen to wait for another</source>
        <translation>未知：没有看到任何客户端等待另一个</translation>
    </message>
    <message>
        <source>- %1: whether it held or waited is not known (czxid %2, made %3)</source>
        <translation>- %1：是持有还是等待尚不清楚（czxid %2，创建于 %3）</translation>
    </message>
    <message>
        <source>**Outcome:** %1</source>
        <translation>**结果：** %1</translation>
    </message>
    <message>
        <source>nothing was done yet.</source>
        <translation>尚未执行任何操作。</translation>
    </message>
    <message>
        <source>%1 told a fencing token that is no number: “%2”. It is not judged.</source>
        <translation>%1 给出的栅栏令牌不是数字：“%2”。不对它作判断。</translation>
    </message>
    <message>
        <source>%1 held the lock at once.</source>
        <translation>%1 同时持有锁。</translation>
    </message>
    <message>
        <source>%1 held the lock at once, for %2.</source>
        <translation>%1 同时持有锁，长达 %2。</translation>
    </message>
    <message>
        <source>%1 believed at once that they held the lock.</source>
        <translation>%1 同时认为自己持有锁。</translation>
    </message>
    <message>
        <source>%1 believed at once that they held the lock, for %2.</source>
        <translation>%1 同时认为自己持有锁，长达 %2。</translation>
    </message>
    <message>
        <source>Deadlock: clients wait for one another, and none of them is ever served.</source>
        <translation>死锁：客户端互相等待，没有一个会得到服务。</translation>
    </message>
    <message>
        <source>No lock was taken.</source>
        <translation>没有获取任何锁。</translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions ended with an error.</source>
        <translation>
            <numerusform>%n 次获取以错误结束。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions timed out.</source>
        <translation>
            <numerusform>%n 次获取超时。</numerusform>
        </translation>
    </message>
    <message>
        <source>No client acquired the lock.</source>
        <translation>没有客户端获取到锁。</translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions were served, and no rule was broken.</source>
        <translation>
            <numerusform>%n 次获取得到服务，没有违反任何规则。</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1 was not carried out: %2</source>
        <translation>步骤 %1 未执行：%2</translation>
    </message>
    <message>
        <source>Not as expected: %1 should be %2 and came to %3.</source>
        <translation>不符合预期：%1 应为 %2，实际为 %3。</translation>
    </message>
    <message>
        <source>A left a node that holds for no client: B was served, then nobody was.</source>
        <translation>A 留下了一个不为任何客户端持有的节点：B 得到服务之后，再也没有人得到服务。</translation>
    </message>
    <message>
        <source>The two candidates made way for each other without end: none led.</source>
        <translation>两个候选者无休止地互相让位：没有人成为领导者。</translation>
    </message>
    <message>
        <source>One stray node made every acquire fail.</source>
        <translation>一个无关节点使每次获取都失败。</translation>
    </message>
    <message>
        <source>A had released the lock and still held it: B waits for ever.</source>
        <translation>A 已经释放了锁，却仍然持有它：B 永远等待。</translation>
    </message>
    <message>
        <source>Three watches were left behind by a client that waits for nothing.</source>
        <translation>一个不再等待任何东西的客户端留下了三个 watch。</translation>
    </message>
    <message>
        <source>The node that B left behind holds the lock for nobody: C waits for ever.</source>
        <translation>B 留下的节点不为任何人持有着锁：C 永远等待。</translation>
    </message>
    <message>
        <source>B watches a node that was gone already: the lock is free, and B waits for ever.</source>
        <translation>B 监视着一个早已消失的节点：锁是空闲的，而 B 永远等待。</translation>
    </message>
    <message>
        <source>The reader and the writer wait for each other: the lock is free, and both wait for ever.</source>
        <translation>读者与写者互相等待：锁是空闲的，而两者永远等待。</translation>
    </message>
    <message>
        <source>The lease that B left behind belongs to nobody: C waits for ever.</source>
        <translation>B 留下的租约不属于任何人：C 永远等待。</translation>
    </message>
    <message>
        <source>B wrote while A was reading.</source>
        <translation>A 还在读的时候，B 进行了写。</translation>
    </message>
    <message>
        <source>A overtook B, which held: both held at once.</source>
        <translation>A 越过了正持有锁的 B：两者同时持有。</translation>
    </message>
    <message>
        <source>A is gone, its node is not: B waits for ever.</source>
        <translation>A 已经消失，它的节点却没有：B 永远等待。</translation>
    </message>
    <message>
        <source>B had waited longest and was sent to the end of the queue.</source>
        <translation>B 等待得最久，却被排到了队尾。</translation>
    </message>
    <message>
        <source>B watches its own node: the lock is free, and B waits for ever.</source>
        <translation>B 监视着自己的节点：锁是空闲的，而 B 永远等待。</translation>
    </message>
    <message>
        <source>A went on without the lock: A and B worked at once.</source>
        <translation>A 在没有锁的情况下继续工作：A 与 B 同时工作。</translation>
    </message>
    <message>
        <source>Deadlock: A and B each hold what the other waits for.</source>
        <translation>死锁：A 与 B 各自持有对方等待的锁。</translation>
    </message>
    <message>
        <source>Deadlock: A and B each held what the other waited for, until A gave up.</source>
        <translation>死锁：A 与 B 各自持有对方等待的锁，直到 A 放弃。</translation>
    </message>
    <message>
        <source>One release woke 1,000 clients in the herd, and one client in the queue.</source>
        <translation>在羊群中一次释放唤醒了 1,000 个客户端，在队列中只唤醒了一个。</translation>
    </message>
    <message>
        <source>A crashed, its session ended, its node went with it, and B was served.</source>
        <translation>A 崩溃，它的会话结束，节点随之消失，B 得到服务。</translation>
    </message>
    <message>
        <source>A stood still for longer than its session lasted: A and B both believed that they held the lock.</source>
        <translation>A 停顿的时间超过了它的会话：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>A and B did not see each other&apos;s nodes: both held.</source>
        <translation>A 与 B 看不到对方的节点：两者都持有。</translation>
    </message>
    <message>
        <source>Without a lock, numbers were given out twice.</source>
        <translation>没有锁时，有些号码被发放了两次。</translation>
    </message>
    <message>
        <source>With a lock, every number was given out once.</source>
        <translation>有锁时，每个号码只发放了一次。</translation>
    </message>
    <message>
        <source>The lock was deleted under its holder: A and B both believed that they held it.</source>
        <translation>锁在持有者持有期间被删除：A 与 B 都认为自己持有它。</translation>
    </message>
    <message>
        <source>Five clients were served in the order in which they came, and each release woke one.</source>
        <translation>五个客户端按到达的顺序得到服务，每次释放唤醒一个。</translation>
    </message>
    <message>
        <source>Readers shared the lock, writers had it alone, and each was served in turn.</source>
        <translation>读者共享锁，写者独占锁，各自依次得到服务。</translation>
    </message>
    <message>
        <source>The replica had never heard of A: A and B both believed that they held the lock.</source>
        <translation>副本从未听说过 A：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>A stood still for longer than its time limit: A and B both believed that they held the lock.</source>
        <translation>A 停顿的时间超过了它的时限：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>A released too late and deleted the lock of B: C came in beside B.</source>
        <translation>A 释放得太晚，删除了 B 的锁：C 与 B 同时进入。</translation>
    </message>
    <message>
        <source>A crashed between the two commands: the key has no time limit, and B asked in vain.</source>
        <translation>A 在两个命令之间崩溃：键没有时限，B 徒劳地请求。</translation>
    </message>
    <message>
        <source>By its own clock B took the lock of A: both held.</source>
        <translation>B 依照自己的时钟拿走了 A 的锁：两者都持有。</translation>
    </message>
    <message>
        <source>A is gone, its key is not: B asked in vain.</source>
        <translation>A 已经消失，它的键却没有：B 徒劳地请求。</translation>
    </message>
    <message>
        <source>The server had forgotten A: A and B both believed that they held the lock.</source>
        <translation>服务器忘记了 A：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>The clock of A was set back: A and B both believed that they held the lock.</source>
        <translation>A 的时钟被拨回：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>A stood still for longer than its limit: A and B both believed that they held the lock, on five servers.</source>
        <translation>A 停顿的时间超过了时限：在五台服务器上，A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>One server came back without its keys: A and B both believed that they held the lock.</source>
        <translation>一台服务器恢复时丢失了键：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>Three of five servers are enough: A kept the lock, and B got it after A.</source>
        <translation>五台服务器中有三台就够了：A 保住了锁，B 在 A 之后得到它。</translation>
    </message>
    <message>
        <source>A was asked for the lock and gave it back by itself.</source>
        <translation>A 被请求交还锁，并自行交还了。</translation>
    </message>
    <message>
        <source>The session of A expired, A was told at once, and B was served.</source>
        <translation>A 的会话过期，A 立即得知，B 得到服务。</translation>
    </message>
    <message>
        <source>A died, the database noticed, and the next client got the lock.</source>
        <translation>A 死亡，数据库发现后，下一个客户端得到了锁。</translation>
    </message>
    <message>
        <source>The holder waited for a connection, and the waiters kept all of them: nothing moved until two gave up.</source>
        <translation>持有者等待一个连接，而等待者占用了所有连接：直到两个放弃，一切才继续。</translation>
    </message>
    <message>
        <source>A stood still for longer than its row lasted: A and B both believed that they held the lock.</source>
        <translation>A 停顿的时间超过了它那一行的期限：A 与 B 都认为自己持有锁。</translation>
    </message>
    <message>
        <source>The row outlived the server, the row lock did not: S got the lock of R.</source>
        <translation>那一行在服务器重启后仍在，行锁则没有：S 得到了 R 的锁。</translation>
    </message>
    <message>
        <source>A is gone, its row is not: B asked in vain.</source>
        <translation>A 已经消失，它的行却没有：B 徒劳地请求。</translation>
    </message>
    <message>
        <source>Three clients held at once, and each lease that came back went to the longest waiter.</source>
        <translation>三个客户端同时持有，每个归还的租约都给了等待最久的客户端。</translation>
    </message>
    <message>
        <source>B gave up between A and C, and C went on waiting for A.</source>
        <translation>B 在 A 与 C 之间放弃，C 继续等待 A。</translation>
    </message>
    <message>
        <source>not known: a part of the semaphore may not be read</source>
        <translation>未知：没有权限读取信号量的一部分</translation>
    </message>
    <message>
        <source>Another program has been making or dropping the tables for 9 s.</source>
        <translation>另一个程序创建或删除这些表已有 9 秒。</translation>
    </message>
    <message>
        <source>%1 takes connections, but has not answered for %2 s: a Redis server that stands still, or another program.</source>
        <translation>%1 接受连接，但已有 %2 秒没有应答：可能是停住的 Redis 服务器，也可能是别的程序。</translation>
    </message>
    <message>
        <source>The file %1 was deleted or replaced: other programs do not see the locks of the clients here. Disconnect, and connect to it again.</source>
        <translation>文件 %1 已被删除或替换：其他程序看不到这里客户端的锁。请断开后重新连接。</translation>
    </message>
    <message>
        <source>as the file is: a commit waits for the disk, unless its application set otherwise</source>
        <translation>与文件的设置相同：提交会等待磁盘，除非其应用另有设置</translation>
    </message>
    <message>
        <source>Whether %1 was still there as it was done could not be checked, since this login may not read it.</source>
        <translation>无法检查执行时 %1 是否仍然存在，因为此登录无权读取它。</translation>
    </message>
    <message>
        <source>our own session is missing in its list</source>
        <translation>其列表中缺少我们自己的会话</translation>
    </message>
    <message>
        <source>Whether %1 still waits is not known any more: nothing was deleted.</source>
        <translation>%1 是否仍在等待已不得而知：未删除任何内容。</translation>
    </message>
    <message>
        <source>Whether %1 has come to hold its lock could not be read: nothing was deleted. %2</source>
        <translation>无法读取 %1 是否已经持有其锁：未删除任何内容。%2</translation>
    </message>
    <message>
        <source>What %1 waits for went again and again while it was looked at: nothing was deleted. Try again.</source>
        <translation>查看期间，%1 所等待的节点一再消失：未删除任何内容。请重试。</translation>
    </message>
    <message>
        <source>Open this lesson: one that lockscope-cli lessons lists, or a file.</source>
        <translation>打开这个课程：lockscope-cli lessons 列出的课程之一，或一个文件。</translation>
    </message>
    <message>
        <source>MariaDB shows this user neither who waits for a row nor anything of other users: grant it the right PROCESS.</source>
        <translation>MariaDB 既不向此用户显示谁在等待某一行，也不显示其他用户的任何情况：请授予它 PROCESS 权限。</translation>
    </message>
    <message>
        <source>The database does not report who waits. (%1)</source>
        <translation>数据库未报告谁在等待。（%1）</translation>
    </message>
    <message>
        <source>PostgreSQL shows this user only the numbers of other users&apos; connections: grant it the role pg_read_all_stats.</source>
        <translation>PostgreSQL 只向此用户显示其他用户的连接编号：请授予它角色 pg_read_all_stats。</translation>
    </message>
    <message>
        <source>Contenders of %1 deleted their nodes and queued again %2 times and no client was served meanwhile: the newest was %3 (event %4).</source>
        <translation>%1 的竞争者删除节点并重新排队 %2 次，其间没有谁获得锁：最近一次是 %3（事件 %4）。</translation>
    </message>
    <message>
        <source>%1 is at rest (event %2), but its node %3 (event %4) was not deleted and its session lives: no other client is served.</source>
        <translation>%1 已空闲（事件 %2），但其节点 %3（事件 %4）未被删除，会话仍在：其他竞争者都得不到锁。</translation>
    </message>
    <message>
        <source>%1 is at rest (event %2), but its node %3 (event %4) was not deleted and its session lives: once it is first, no other client is served.</source>
        <translation>%1 已空闲（事件 %2），但其节点 %3（事件 %4）未被删除，会话仍在：它一旦排到队首，其他竞争者就都得不到锁。</translation>
    </message>
    <message>
        <source>%1 is at rest (event %2), but its watch on %3 (event %4) is still set: the server keeps it, and an event will come that no client waits for.</source>
        <translation>%1 已空闲（事件 %2），但它在 %3 上的 watch（事件 %4）仍在：服务器会保留它，之后会到来一个没有谁在等的事件。</translation>
    </message>
    <message>
        <source>%1 has two nodes in one queue, %2 (event %3) and %4 (event %5): it knows of one only, and no client will delete the other.</source>
        <translation>%1 在同一队列中有两个节点，%2（事件 %3）和 %4（事件 %5）：它只知道其中一个，另一个没有谁会删除。</translation>
    </message>
    <message>
        <source>%1: no client ever wakes.</source>
        <translation>%1：谁都不会被唤醒。</translation>
    </message>
    <message>
        <source>nothing: a version excludes no client</source>
        <translation>无：版本号不排斥任何客户端</translation>
    </message>
    <message>
        <source>Requests for each acquire and release together, by so many clients at once; and with the most of them, what the server sends them of its own accord, watch events and messages.</source>
        <translation>每次获取加释放的请求数，按并发客户端数；以及客户端最多时服务器主动发送的内容：watch 事件和消息。</translation>
    </message>
    <message>
        <source>µs from the release to the next client that holds, the half that was quicker (p50) and all but one in a hundred (p99): the middle one of the runs, and in brackets the lowest and the highest. Where no client waited there is no hand-over.</source>
        <translation>从释放到下一个客户端持有的 µs 数，较快的一半（p50）和百分之九十九（p99）：各次运行的中位数，括号中为最小值和最大值。没有谁等待时就没有交接。</translation>
    </message>
    <message>
        <source>no client waited</source>
        <translation>无等待者</translation>
    </message>
    <message>
        <source>Deadlock: a waiter gave up when no client had held for 5 s.</source>
        <translation>死锁：5 秒内没有谁持有，有等待者因此放弃。</translation>
    </message>
    <message>
        <source>This is a recording, which contains what happened and not what was chosen: it can be replayed, but not gone on with.</source>
        <translation>这是录制，只包含发生了什么，不包含如何选择：可以回放，但不能接着运行。</translation>
    </message>
    <message numerus="yes">
        <source>%1, line 1: its first %n events should state what was the case when it began, and there are only %2: it was edited, or its end is missing.</source>
        <translation>
            <numerusform>%1，第 1 行：它的前 %n 个事件应说明录制开始时的情形，但只有 %2 个：它被改动过，或缺了结尾。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the header says that the first %n events state what was the case when the recording began, but this one states what happened</source>
        <translation>
            <numerusform>文件头说前 %n 个事件说明录制开始时的情形，但这个事件说的是发生了什么</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The database reports for %1: %n connections wait</source>
        <translation>
            <numerusform>数据库报告 %1：%n 个连接在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 No contender has come or gone for a week: an election whose candidates write the names of a lock looks the same.</source>
        <translation>%1 一周以来没有增减任何竞争者：候选者使用锁的名字的选举看起来也是这样。</translation>
    </message>
    <message>
        <source>Ask the clients that own these leases whether they still hold them; release the leases that none of them knows of.</source>
        <translation>询问拥有这些租约的客户端是否还持有；没有客户端认领的就释放。</translation>
    </message>
    <message>
        <source>Find out who made it; if nothing needs it there, delete it.</source>
        <translation>查明是谁创建的；若那里不需要它，就删除。</translation>
    </message>
    <message>
        <source>Contenders that each found none before them: %1. The counter of the directory has wrapped, and their clients sort the numbers after it wrongly: all of these may hold at once.</source>
        <translation>各自都发现前面没有竞争者的竞争者：%1 个。目录的计数器已经回绕，而它们的客户端对之后的编号排序有误：它们可能同时都持有锁。</translation>
    </message>
    <message>
        <source>No client leads: %1 stands first, and %2, which its client makes when it takes over, is not there.</source>
        <translation>没有领导者：%1 排在首位，但其客户端接任时创建的 %2 不存在。</translation>
    </message>
    <message>
        <source>No other client has this token: by it a client knows its own key again.</source>
        <translation>其他客户端没有这个令牌：客户端凭它认出自己的 key。</translation>
    </message>
    <message>
        <source>The command may have been carried out all the same: the value of the key shows it.</source>
        <translation>命令仍可能已经执行：看 key 里是谁的值就知道。</translation>
    </message>
    <message>
        <source>The key has no time limit: when its holder dies, nothing ever deletes it.</source>
        <translation>key 没有时限：持有者死后，它永远不会被删除。</translation>
    </message>
    <message>
        <source>It may have been carried out all the same: the owner of the row shows it.</source>
        <translation>它仍可能已经执行：看那一行是谁的就知道。</translation>
    </message>
    <message>
        <source>Without a time limit the row outlives its holder: when that dies, nothing ever deletes it.</source>
        <translation>没有时限，行会比持有者活得久：持有者死后，它永远不会被删除。</translation>
    </message>
    <message>
        <source>Where clients share a pool it waits until one is free, and keeps it until it has released: who needs another one for its work meanwhile waits for the clients that wait for its lock.</source>
        <translation>客户端共用连接池时，它要等到有空闲连接，并一直占用到释放为止：其间工作还需要另一个连接的，就会等待那些正等它的锁的客户端。</translation>
    </message>
    <message>
        <source>A crash before this line leaves a key without a time limit: no client ever holds again. Sound: set both by one command.</source>
        <translation>若在此行之前崩溃，会留下没有时限的 key：再也没有人能持有。正确做法：用一条命令同时设置两者。</translation>
    </message>
    <message>
        <source>Of the clients that found the time over, one gets back the time that all had read.</source>
        <translation>发现时限已过的客户端中，只有一个取回大家都读到的那个时间。</translation>
    </message>
    <message>
        <source>No client waits to begin: all work at once, each with the version that it read.</source>
        <translation>没有谁等着开始：大家同时工作，各自用读到的版本。</translation>
    </message>
    <message>
        <source>One statement looks and writes: of the clients that read the same version, one is first.</source>
        <translation>一条语句既查看又写入：读到同一版本的客户端中，只有一个最先。</translation>
    </message>
    <message>
        <source>If another came after it, this cannot be found out, and the work is done twice.</source>
        <translation>如果后面又来了别的版本，就无法判断，工作会做两遍。</translation>
    </message>
    <message>
        <source>Its first node belongs to no client: once it is at the head, it is never released.</source>
        <translation>它的第一个节点不属于任何客户端：到达队首后，永远不会被释放。</translation>
    </message>
    <message>
        <source>The node stays on a living session: no other client ever holds.</source>
        <translation>节点留在存活的会话上：其他客户端永远无法持有。</translation>
    </message>
    <message>
        <source>So the next one finds its own gone: they delete and create without end, and no client is served.</source>
        <translation>于是下一个发现自己的前一个节点也消失了：它们无休止地删除和创建，谁也轮不到。</translation>
    </message>
    <message>
        <source>Leases run out although no client holds them.</source>
        <translation>租约耗尽，却没有谁持有。</translation>
    </message>
    <message>
        <source>The key has no time limit: when its holder dies, no client ever holds again.</source>
        <translation>key 没有时限：持有者死后，再也没有人能持有。</translation>
    </message>
    <message>
        <source>A crash between the two leaves a key without a limit: no client ever holds again. And its release deletes whoever&apos;s key is there.</source>
        <translation>若在两条命令之间崩溃，会留下没有时限的 key：再也没有人能持有。而且释放时不管 key 是谁的都会删除。</translation>
    </message>
    <message>
        <source>As SET NX PX; its holder begins the time limit anew while it holds, and a release notifies the clients that wait.</source>
        <translation>同 SET NX PX；持有者在持有期间重新开始计时，释放时通知等待者。</translation>
    </message>
    <message>
        <source>Without a time limit the row outlives its holder: when that dies, no client ever holds again.</source>
        <translation>没有时限，行会比持有者活得久：持有者死后，再也没有人能持有。</translation>
    </message>
    <message>
        <source>All names, sorted by number. Listed again after each wait: the list shows what is true now.</source>
        <translation>所有名称，按序号排序。每次等待后重新列出：列表反映当前的真实情况。</translation>
    </message>
    <message>
        <source>The server notifies the client that watches this node: one client, and that one is next.</source>
        <translation>服务器通知监听此节点的客户端：只有一个，而它就是下一个。</translation>
    </message>
    <message>
        <source>One at a time looks for a lease, so that no client overtakes.</source>
        <translation>每次只有一个查找租约，所以不会有插队。</translation>
    </message>
    <message>
        <source>The create may have been carried out: then its first node belongs to no client, and blocks all once it is at the head.</source>
        <translation>create 可能已经执行：那么它的第一个节点不属于任何客户端，到达队首后会阻塞所有竞争者。</translation>
    </message>
    <message>
        <source>So the next one finds its own gone and does the same: all delete and create without end, and no client is served.</source>
        <translation>于是下一个发现自己的前一个节点也消失了，照样处理：大家无休止地删除和创建，谁也轮不到。</translation>
    </message>
    <message>
        <source>The node stays while the session lives. Once it is at the head it blocks all, and no client will ever release it.</source>
        <translation>只要会话还在，节点就在。到达队首后它会阻塞所有竞争者，永远没有谁释放它。</translation>
    </message>
    <message>
        <source>The watch stays at the server and fires in vain: with each timeout there is one more.</source>
        <translation>watch 留在服务器上，白白触发：每超时一次就多一个。</translation>
    </message>
    <message>
        <source>If the connection is lost meanwhile it is not asked again: the node stays on a living session, and no other client ever holds.</source>
        <translation>若其间连接丢失，不会再次请求：节点留在存活的会话上，其他客户端永远无法持有。</translation>
    </message>
    <message>
        <source>if none: return, I hold</source>
        <translation>若没有: 返回, 持有</translation>
    </message>
    <message>
        <source>With the writer&apos;s own number, so that no client comes between.</source>
        <translation>使用写者自己的序号，所以没有谁能插到中间。</translation>
    </message>
    <message>
        <source>A new number, at the end of the queue: the writer that waits finds no node before it and enters, while this client still reads.</source>
        <translation>使用新序号，排在队尾：等待的写者发现前面没有节点就进入，而此客户端仍在读。</translation>
    </message>
    <message>
        <source>Its lease stays while the session lives: leases run out although no client holds them.</source>
        <translation>只要会话还在，它的租约就在：租约耗尽，却没有谁持有。</translation>
    </message>
    <message>
        <source>The node&apos;s owner shows it: it is the session that made the node.</source>
        <translation>看节点的所有者就知道：它是创建该节点的会话。</translation>
    </message>
    <message>
        <source>one server; when it is down, no client gets a lock</source>
        <translation>一台服务器；停机时谁也拿不到锁</translation>
    </message>
    <message>
        <source>one database server; when it is down, no client gets a lock</source>
        <translation>一台数据库服务器；停机时谁也拿不到锁</translation>
    </message>
    <message>
        <source>A node that took the place of %1 between two requests would not be noticed: %2.</source>
        <translation>若有节点在两次请求之间取代了 %1，将不会被察觉：%2。</translation>
    </message>
    <message>
        <source>Only a node that was given the numbered name %1 by hand, between two requests, would not be noticed: %2.</source>
        <translation>只有在两次请求之间手工以带序号的名称 %1 创建的节点才不会被察觉：%2。</translation>
    </message>
    <message>
        <source>If all of %1 was made again between two requests, with exactly as many children, that would not be noticed: %2.</source>
        <translation>如果 %1 在两次请求之间被整个重建，且子节点数恰好相同，将不会被察觉：%2。</translation>
    </message>
    <message>
        <source>what it reports of sessions and watches does not count</source>
        <translation>它所报告的会话和监视不计入</translation>
    </message>
    <message>
        <source>nothing that it reports proves it, and %1</source>
        <translation>它所报告的都不能证明这一点，%1</translation>
    </message>
    <message>
        <source>If %1 came to hold its lock between two requests, that would not be noticed: %2 may not be read.</source>
        <translation>如果 %1 在两次请求之间开始持有其锁，将不会被察觉：%2 不可读取。</translation>
    </message>
    <message>
        <source>No client holds %1: its record stays for the next client, and there is nothing to release.</source>
        <translation>%1 无人持有：其记录留给下一个客户端，没有可释放的。</translation>
    </message>
    <message>
        <source>No session stands behind a record, so nothing shows whether the holder is alive; it may go on as long as it likes. From then on two processes may work at once.</source>
        <translation>记录背后没有会话，因此无从得知持有者是否存活；它可以一直运行下去。此后可能有两个进程同时工作。</translation>
    </message>
    <message>
        <source>No session stands behind a record, so nothing shows whether the holder is alive; it may go on until %1. From then on two processes may work at once.</source>
        <translation>记录背后没有会话，因此无从得知持有者是否存活；它可以一直运行到 %1。此后可能有两个进程同时工作。</translation>
    </message>
    <message>
        <source>Owners that are alive go on believing that they hold their locks: from then on several processes may work at once, unless what they write to checks the fencing token (the node&apos;s czxid).</source>
        <translation>存活的所有者仍会自认为持有各自的锁：此后可能有多个进程同时工作，除非它们写入的资源会检查栅栏令牌（节点的 czxid）。</translation>
    </message>
    <message>
        <source>no new holder</source>
        <translation>没有新的持有者</translation>
    </message>
    <message>
        <source>none of the AdminServers that were named is this server&apos;s</source>
        <translation>指定的 AdminServer 中没有此服务器的</translation>
    </message>
    <message>
        <source>It reports nothing: %1.</source>
        <translation>它未提供任何信息：%1。</translation>
    </message>
    <message>
        <source>nothing says where clients reach them: name them in the connect string, or the URLs of their AdminServers</source>
        <translation>无从得知客户端访问它们的地址：请在连接串中写明，或指定其 AdminServer 的 URL</translation>
    </message>
    <message>
        <source>nothing listens there</source>
        <translation>该地址没有服务在监听</translation>
    </message>
    <message>
        <source>no client holds it</source>
        <translation>无人持有</translation>
    </message>
    <message>
        <source>No client held it and none waited.</source>
        <translation>无人持有，也无人等待。</translation>
    </message>
    <message>
        <source>Nothing was done to these locks with this program in that time. No server reports what others deleted by hand.</source>
        <translation>这段时间内，此程序未对这些锁执行任何操作。别人手工删除了什么，服务器不会报告。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; crashed in steps[%2] and reports nothing any more: wait for its node to be gone (&quot;node&quot;: false)</source>
        <translation>“%1”已在 steps[%2] 崩溃，不再提供任何信息：请等待其节点消失（&quot;node&quot;: false）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; left in steps[%2] and reports nothing any more</source>
        <translation>“%1”已在 steps[%2] 离开，不再提供任何信息</translation>
    </message>
    <message>
        <source>the client that asks for it first: its waiters leave no node</source>
        <translation>最先请求的客户端：等待者不留下节点</translation>
    </message>
    <message>
        <source>the client that makes the node first: its waiters leave no node</source>
        <translation>最先创建节点的客户端：等待者不留下节点</translation>
    </message>
    <message>
        <source>no new holder: the holders stay as they are</source>
        <translation>没有新的持有者：持有者不变</translation>
    </message>
    <message>
        <source>none: no client waits</source>
        <translation>无：没有等待者</translation>
    </message>
    <message>
        <source>%1 Whether %2 was carried out is not known.</source>
        <translation>%1 %2 是否已执行未知。</translation>
    </message>
    <message>
        <source>Contenders that stand first and watch %3, which is no contender: %1. A client of an old version (%2) waits for it: as long as it is there no client holds.</source>
        <translation>排在最前并监视 %3（并非竞争者）的竞争者：%1。旧版本（%2）的客户端会等待它：只要它还在，就没有客户端持有。</translation>
    </message>
    <message>
        <source>Contenders that stand first and watch %3, which is no contender: %1. A client of an old version (%2) waits for it, and then no client holds; another one holds, and only wants to know of it.</source>
        <translation>排在最前并监视 %3（并非竞争者）的竞争者：%1。旧版本（%2）的客户端会等待它，此时没有客户端持有；其他版本的客户端持有锁，只是想了解它的变化。</translation>
    </message>
    <message>
        <source>never by itself: its node is persistent, unless made with a time to live, which servers do not show</source>
        <translation>不会自行释放：其节点是持久的（除非创建时带有存活时间，服务器不显示它）</translation>
    </message>
    <message>
        <source>Its client watches %1, which is no contender: one of an old version (%2) waits for it, and does not hold.</source>
        <translation>其客户端监视 %1（并非竞争者）：旧版本（%2）的客户端会等待它，并不持有锁。</translation>
    </message>
    <message>
        <source>what it said is no answer that Redis gives</source>
        <translation>它的回复不是 Redis 会给出的</translation>
    </message>
    <message>
        <source>it answered more than it was asked</source>
        <translation>它的回复多于所请求的</translation>
    </message>
    <message>
        <source>Persistent contenders: %1. They stay when their clients die, and then hold up all who come after them until they are deleted: by hand, or by the server at the end of a time to live, which it does not show.</source>
        <translation>持久节点的竞争者：%1 个。它们的客户端死亡后节点仍在，会挡住其后的所有竞争者，直到被删除：由人手动删除，或由服务器在存活时间（TTL）结束时删除，而服务器不显示该时间。</translation>
    </message>
    <message>
        <source>%1 was ended: it said %2 words with no request between them.</source>
        <translation>%1 已被终止：它连续输出了 %2 条协议词，其间没有任何请求。</translation>
    </message>
    <message>
        <source>No client acquired the lock: nothing was checked.</source>
        <translation>没有客户端获得锁：未检查任何内容。</translation>
    </message>
    <message>
        <source>a transaction was answered as done and as refused</source>
        <translation>一个事务的应答既表示完成又表示拒绝</translation>
    </message>
    <message>
        <source>not known: the names may be those of several locks</source>
        <translation>未知：这些名称可能属于多个锁</translation>
    </message>
    <message>
        <source>Contenders that stand first in line and take no lease, though one is free: %1. Their clients have stopped, or have forgotten their nodes, and all behind wait with them.</source>
        <translation>排在队首却不取租约的竞争者（尽管有空闲租约）：%1 个。它们的客户端已停止，或忘记了自己的节点，其后的竞争者都在一起等待。</translation>
    </message>
    <message>
        <source>Look at the client of the first in line. If it does not wait any more, release its node: the next in line then takes a lease.</source>
        <translation>检查队首的客户端。如果它已不再等待，就释放它的节点：队列中的下一个随后会取得租约。</translation>
    </message>
    <message>
        <source>Not whole: %1 of %2 parts were measured.</source>
        <translation>不完整：共 %2 部分，已测量 %1 部分。</translation>
    </message>
    <message>
        <source>an ephemeral node, which may be a lock</source>
        <translation>临时节点，可能是锁</translation>
    </message>
    <message>
        <source>Its session %1 is connected from %2, and was last heard of %3 before the servers were asked, of a timeout of %4: its owner stands still or is cut off, and the servers end it if nothing is heard.</source>
        <translation>其会话 %1 已从 %2 连接，询问服务器之前 %3 收到过它的消息，其超时为 %4：它的所有者停住了或被切断；如果再没有消息，服务器将结束该会话。</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>believes that it holds</source>
        <translation>自认为持有</translation>
    </message>
    <message>
        <source>reader, %1</source>
        <translation>读者，%1</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>no lock known here</source>
        <translation>此处没有已知的锁</translation>
    </message>
    <message>
        <source>holder not known</source>
        <translation>持有者未知</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Further locks: %1.</source>
        <translation>其余的锁：%1 个。</translation>
    </message>
    <message>
        <source>Further clients: %1.</source>
        <translation>其余的客户端：%1 个。</translation>
    </message>
    <message>
        <source>%1 clients work at once in %2</source>
        <translation>%1 个客户端同时在 %2 中工作</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Each event has the same width. Upper bar: what the client believes. Lower: what the server says. Clients of other programs have one bar: what the server says.</source>
        <translation>每个事件宽度相同。上方的条：客户端所认为的。下方的条：服务器所说的。其他程序的客户端只有一条：服务器所说的。</translation>
    </message>
    <message>
        <source>Before the first step</source>
        <translation>第一步之前</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message numerus="yes">
        <source>A part of a longer history: %n events are not on this page.</source>
        <translation>
            <numerusform>这是较长历史的一部分：有 %n 个事件不在此页面上。</numerusform>
        </translation>
    </message>
    <message>
        <source>To the beginning (Home)</source>
        <translation>回到开头 (Home)</translation>
    </message>
    <message>
        <source>One step back (left arrow)</source>
        <translation>后退一步（左箭头）</translation>
    </message>
    <message>
        <source>Play or pause (Space)</source>
        <translation>播放或暂停（空格键）</translation>
    </message>
    <message>
        <source>One step on (right arrow)</source>
        <translation>前进一步（右箭头）</translation>
    </message>
    <message>
        <source>To the end (End)</source>
        <translation>到末尾 (End)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Turn JavaScript on to see this page. Its script is in the file; nothing is loaded.</source>
        <translation>请启用 JavaScript 以查看此页面。脚本就在文件中，不会加载任何内容。</translation>
    </message>
    <message>
        <source>orphans were not looked for, and what was made may still be there: %1</source>
        <translation>未查找遗留节点，所创建的内容可能仍在：%1</translation>
    </message>
    <message>
        <source>The server did not answer in time: %1.</source>
        <translation>服务器未及时应答：%1。</translation>
    </message>
    <message>
        <source>It is a member of a group, and no lock is known here: others may take its owner for gone, and it may not register again by itself.</source>
        <translation>它是成员组的成员，此处未发现锁：其他成员可能认为其所有者已离开，而它可能不会自行重新注册。</translation>
    </message>
    <message>
        <source>Of the window, in pixels (default: as it was left).</source>
        <translation>窗口大小，以像素为单位（默认：上次的大小）。</translation>
    </message>
    <message>
        <source>--size takes a width and a height from %1 to %2, as in 1280x720, not “%3”.</source>
        <translation>--size 需要 %1 到 %2 之间的宽和高，例如 1280x720，而不是“%3”。</translation>
    </message>
    <message>
        <source>Contenders that were without a watch when their turn came: %1. Nothing has woken them: they hold only if their clients look at the queue by themselves.</source>
        <translation>轮到时没有监视的竞争者：%1。没有任何东西唤醒它们：只有当其客户端自行查看队列时，它们才持有锁。</translation>
    </message>
    <message>
        <source>%1 Lockscope deletes nothing else. Where it is to go, delete it in zkCli.sh with its data&apos;s version, so that no other client&apos;s node is hit: delete -v VERSION %2</source>
        <translation>%1 Lockscope 不删除其他内容。如确需删除，请在 zkCli.sh 中按其数据版本删除，以免误删其他客户端的节点：delete -v VERSION %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 is a directory with %n nodes, and no contender of a lock. A release takes the path of a contender&apos;s node: lockscope-cli queue %1 shows who stands there.</source>
        <translation>
            <numerusform>%1 是含有 %n 个节点的目录，不是锁的竞争者。释放需要竞争者节点的路径：lockscope-cli queue %1 会显示其中有哪些节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is no contender of a lock: its name has no sequence number, it belongs to no session, and its data are no lock record that Lockscope knows.</source>
        <translation>%1 不是锁的竞争者：它的名称没有序号，它不属于任何会话，它的数据也不是 Lockscope 认识的锁记录。</translation>
    </message>
    <message>
        <source>%1 belongs to no session, and nothing shows that it is of a lock: it may be a record of another program.</source>
        <translation>%1 不属于任何会话，也没有任何迹象表明它属于锁：它可能是其他程序的记录。</translation>
    </message>
    <message>
        <source>A semaphore whose nodes are named as those of a mutex (Curator&apos;s InterProcessSemaphore): as watches showed, %1 hold at once.</source>
        <translation>节点名称与互斥锁相同的信号量（Curator 的 InterProcessSemaphore）：监视显示有 %1 个同时持有。</translation>
    </message>
    <message>
        <source>Nothing has to be done.</source>
        <translation>无需处理。</translation>
    </message>
    <message>
        <source>Contenders behind the first without a watch: %1. Of a mutex each would watch the one before it; Curator&apos;s InterProcessSemaphore has the same names, and holds without a watch. Whether they hold is not known.</source>
        <translation>第一个之后没有监视的竞争者：%1。互斥锁的竞争者会监视它前面的一个；Curator 的 InterProcessSemaphore 使用相同的名称，且持有时没有监视。它们是否持有未知。</translation>
    </message>
    <message>
        <source>Ask the clients which recipe they run, before a node is released.</source>
        <translation>在释放节点之前，请询问客户端运行的是哪种配方。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost while it was being opened: the tables lockscope_locks and lockscope_log may have been made in it. Drop them where no program uses them.</source>
        <translation>打开 %1 时连接丢失：其中可能已创建表 lockscope_locks 和 lockscope_log。若没有程序使用它们，请将其删除。</translation>
    </message>
    <message numerus="yes">
        <source>%n numbers had been given out before.</source>
        <translation>
            <numerusform>%n 个号码此前已经发放过。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 takes several locks as one: it cannot stand beside another recipe.</source>
        <translation>%1 把多个锁当作一个来取：不能与另一配方并列。</translation>
    </message>
    <message>
        <source>%1 lets its holders in at once: it guards no resource.</source>
        <translation>%1 允许多个持有者同时进入：它不保护任何资源。</translation>
    </message>
    <message>
        <source>There is no recipe &quot;%1&quot;; there are %2, and none.</source>
        <translation>没有配方“%1”；有 %2，以及 none。</translation>
    </message>
    <message>
        <source>no lock</source>
        <translation>没有锁</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对比 %2</translation>
    </message>
    <message>
        <source>A duel is of two different recipes.</source>
        <translation>对比需要两种不同的配方。</translation>
    </message>
    <message>
        <source>%1 runs on %2 and %3 on %4: a duel needs one kind of server for both.</source>
        <translation>%1 运行于 %2，%3 运行于 %4：对比需要两者使用同一种服务器。</translation>
    </message>
    <message numerus="yes">
        <source>each of %n numbers was given out once.</source>
        <translation>
            <numerusform>%n 个号码各发放了一次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions were served.</source>
        <translation>
            <numerusform>服务了 %n 次获取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n numbers had been given out before.</source>
        <translation>
            <numerusform>%n 个号码中有 %1 个此前已经发放过。</numerusform>
        </translation>
    </message>
    <message>
        <source>A release woke %1 clients of %2, and %3 of %4.</source>
        <translation>一次释放唤醒了 %2 的 %1 个客户端，以及 %4 的 %3 个。</translation>
    </message>
    <message>
        <source>wants two locks of the scenario: [&quot;/a&quot;, &quot;/b&quot;]</source>
        <translation>需要场景中的两个锁：[&quot;/a&quot;, &quot;/b&quot;]</translation>
    </message>
    <message>
        <source>no client takes the lock %1</source>
        <translation>没有客户端获取锁 %1</translation>
    </message>
    <message>
        <source>what is asked is not answered, and the connection is lost over it</source>
        <translation>所问之事得不到应答，连接也因此断开</translation>
    </message>
    <message>
        <source>Waiters without a watch on a node that not every client may read: %1. Nothing will wake them: without READ permission on the node before its own a client can set no watch there, and its acquire fails or waits for ever.</source>
        <translation>在并非每个客户端都可读的节点上没有 watch 的等待者：%1。没有什么会唤醒它们：对自己前一个节点没有 READ 权限的客户端无法在那里设置 watch，其 acquire 会失败或永远等待。</translation>
    </message>
    <message>
        <source>Let all clients of the lock have one login, or an ACL that lets each read the nodes of the others. Ask the client whether it still wants the lock; if not, release its node before it comes first.</source>
        <translation>让该锁的所有客户端使用同一登录，或使用允许彼此读取节点的 ACL。询问客户端是否仍需要该锁；若不需要，在其节点排到首位之前释放它。</translation>
    </message>
    <message>
        <source>no contenders, whose names would say the kind</source>
        <translation>没有竞争者，无从由名称得知种类</translation>
    </message>
    <message numerus="yes">
        <source>%1, of %n not known</source>
        <translation>
            <numerusform>%1，其中 %n 个未知</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n 个待定</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the recording as it was after this event (default: where it is most contended).</source>
        <translation>显示录制在该事件之后的状态（默认：竞争最激烈之处）。</translation>
    </message>
    <message>
        <source>--event takes the number of an event, not “%1”.</source>
        <translation>--event 需要一个事件编号，而不是“%1”。</translation>
    </message>
    <message>
        <source>--event is one of a recording: say which with --replay.</source>
        <translation>--event 是录制中的一个事件：请用 --replay 指明哪个录制。</translation>
    </message>
    <message>
        <source>A lock that threads share</source>
        <translation>线程共享的锁</translation>
    </message>
    <message>
        <source>The threads of a process share its lock by one node: the first one that enters fetches it, the last one that leaves gives it back.</source>
        <translation>一个进程的各线程通过一个节点共享其锁：第一个进入的线程取得它，最后一个离开的线程归还它。</translation>
    </message>
    <message>
        <source>Four threads shared one node: what went on among them sent no request, and Q got the lock when the last one had left.</source>
        <translation>四个线程共享一个节点：它们之间的进出没有发送任何请求，最后一个离开后 Q 得到了锁。</translation>
    </message>
    <message>
        <source>until four threads of P hold</source>
        <translation>直到 P 的四个线程持有</translation>
    </message>
    <message>
        <source>the first thread of P leaves</source>
        <translation>P 的第一个线程离开</translation>
    </message>
    <message>
        <source>until three threads of P hold</source>
        <translation>直到 P 的三个线程持有</translation>
    </message>
    <message>
        <source>the second thread of P leaves</source>
        <translation>P 的第二个线程离开</translation>
    </message>
    <message>
        <source>until two threads of P hold</source>
        <translation>直到 P 的两个线程持有</translation>
    </message>
    <message>
        <source>the third thread of P leaves</source>
        <translation>P 的第三个线程离开</translation>
    </message>
    <message>
        <source>until one thread of P holds</source>
        <translation>直到 P 的一个线程持有</translation>
    </message>
    <message>
        <source>the last thread of P leaves</source>
        <translation>P 的最后一个线程离开</translation>
    </message>
    <message>
        <source>until both threads of Q hold</source>
        <translation>直到 Q 的两个线程都持有</translation>
    </message>
    <message>
        <source>Readers and writers, Curator</source>
        <translation>读者与写者，Curator</translation>
    </message>
    <message>
        <source>A reader of Curator waits for the first writer of the queue, not for the nearest one before it: it is woken by each writer that leaves.</source>
        <translation>Curator 的读者等待队列中的第一个写者，而不是它前面最近的写者：每个离开的写者都会唤醒它。</translation>
    </message>
    <message>
        <source>R4 was woken by W1, although W2 still stood before it: Curator&apos;s readers wait for the first writer of the queue.</source>
        <translation>R4 被 W1 唤醒，尽管 W2 仍在它前面：Curator 的读者等待队列中的第一个写者。</translation>
    </message>
    <message>
        <source>until R1, R2 and R3 are woken, and R4 in vain</source>
        <translation>直到 R1、R2 和 R3 被唤醒，R4 则是徒劳地被唤醒</translation>
    </message>
    <message>
        <source>Readers and writers, naive</source>
        <translation>读者与写者，朴素版本</translation>
    </message>
    <message>
        <source>Each contender waits for the node right before its own, whatever it is: readers that could share the lock take it one by one.</source>
        <translation>每个竞争者都等待紧挨在自己前面的节点，无论它是什么：本可共享锁的读者一个接一个地获取它。</translation>
    </message>
    <message>
        <source>Readers waited for readers: three that could have shared the lock held it one after another.</source>
        <translation>读者等待了读者：本可共享锁的三个读者先后持有它。</translation>
    </message>
    <message>
        <source>R2 and R3 wait, although they could read</source>
        <translation>R2 和 R3 在等待，尽管它们本可以读</translation>
    </message>
    <message>
        <source>Bring this to the front: %1.</source>
        <translation>将其置于最前：%1。</translation>
    </message>
    <message>
        <source>--view %1: there is no such view. There are %2.</source>
        <translation>--view %1：没有这个视图。有 %2。</translation>
    </message>
    <message>
        <source>it is the audit file, to which lines are only added</source>
        <translation>它是审计文件，只能向其追加行</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no path of a node</source>
        <translation>“%1”不是节点的路径</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no name of a node</source>
        <translation>“%1”不是节点的名称</translation>
    </message>
    <message>
        <source>the header of its answer is larger than %1 KB</source>
        <translation>其回答的头部大于 %1 KB</translation>
    </message>
    <message>
        <source>it answers with something else than HTTP</source>
        <translation>它的回答不是 HTTP</translation>
    </message>
    <message>
        <source>it goes on announcing its answer</source>
        <translation>它一直在预告其回答</translation>
    </message>
    <message>
        <source>a line of its answer is longer than %1 KB</source>
        <translation>其回答中的一行长于 %1 KB</translation>
    </message>
    <message>
        <source>its answer ends before what it announces</source>
        <translation>其回答在所声明的内容之前结束</translation>
    </message>
    <message>
        <source>it answers with the status %1, and no word more</source>
        <translation>它只回答了状态 %1，别无他言</translation>
    </message>
    <message>
        <source>a reply names a child as no node can be named</source>
        <translation>一个回复中子节点的名称是节点不可能有的</translation>
    </message>
    <message>
        <source>a reply has a path that does not begin with /</source>
        <translation>一个回复中的路径不以 / 开头</translation>
    </message>
    <message>
        <source>Deadlock: two locks in opposite orders</source>
        <translation>死锁：两把锁，顺序相反</translation>
    </message>
    <message>
        <source>Mixed dialects on one lock</source>
        <translation>一把锁，混合的方言</translation>
    </message>
    <message>
        <source>%1 hung up without giving a session: it may demand a client certificate, or have no quorum yet</source>
        <translation>%1 未给出会话就断开了连接：它可能要求客户端证书，或者尚无法定多数</translation>
    </message>
    <message numerus="yes">
        <source>The scenario needs %1 for itself, but there is %2 (%n nodes).</source>
        <translation>
            <numerusform>场景需要独占 %1，但那里有 %2（%n 个节点）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete what was left there, or give the scenario another lock.</source>
        <translation>请删除遗留的内容，或给场景换一个锁。</translation>
    </message>
    <message>
        <source>Delete what was left there.</source>
        <translation>请删除遗留的内容。</translation>
    </message>
    <message>
        <source>until C is woken</source>
        <translation>直到 C 被唤醒</translation>
    </message>
    <message>
        <source>until C waits for A</source>
        <translation>直到 C 等待 A</translation>
    </message>
    <message>
        <source>%1 was refused the number %2 at %3: a client with a greater fencing token than %4 wrote before</source>
        <translation>%1 在 %3 写入编号 %2 被拒绝：之前已有栅栏令牌大于 %4 的客户端写入</translation>
    </message>
    <message>
        <source>The path of the number that the resource keeps is missing.</source>
        <translation>缺少资源所保存编号的路径。</translation>
    </message>
    <message>
        <source>Without a lock there is no fencing token.</source>
        <translation>没有锁就没有栅栏令牌。</translation>
    </message>
    <message>
        <source>The recipe %1 has no fencing token that a resource could compare.</source>
        <translation>配方 %1 没有可供资源比较的栅栏令牌。</translation>
    </message>
    <message>
        <source>%1 with a fencing token</source>
        <translation>%1，带栅栏令牌</translation>
    </message>
    <message numerus="yes">
        <source>The fencing tokens of %n more were too old: the resource refused them.</source>
        <translation>
            <numerusform>另有 %n 个的栅栏令牌过旧：资源拒绝了它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>refused by their fencing tokens</source>
        <translation>因栅栏令牌被拒绝</translation>
    </message>
    <message>
        <source>is of a number: say where it is, with &quot;stamp&quot;</source>
        <translation>针对一个编号：请用 &quot;stamp&quot; 指明它在何处</translation>
    </message>
    <message>
        <source>%1 has no fencing token that a resource could compare</source>
        <translation>%1 没有可供资源比较的栅栏令牌</translation>
    </message>
    <message>
        <source>With and without a fencing token</source>
        <translation>有无栅栏令牌的对比</translation>
    </message>
    <message>
        <source>A and C each read a number, and stand still for longer than their sessions last. B and D get the locks and write the next number. Then A and C write theirs: the resource of A takes it, that of C compares fencing tokens and refuses.</source>
        <translation>A 和 C 各读取一个编号，然后停顿到会话结束之后。B 和 D 得到锁并写入下一个编号。随后 A 和 C 写入自己的编号：A 的资源照收，C 的资源比较栅栏令牌并拒绝。</translation>
    </message>
    <message>
        <source>A, late, wrote the number that B had written already; C, as late, was refused: D had written with a greater fencing token.</source>
        <translation>迟到的 A 写入了 B 已写过的编号；同样迟到的 C 被拒绝：D 已用更大的栅栏令牌写入。</translation>
    </message>
    <message>
        <source>until A and C hold, and each has read its number</source>
        <translation>直到 A 和 C 持有锁，且各自读取了编号</translation>
    </message>
    <message>
        <source>until the sessions of A and C are over, and B and D hold</source>
        <translation>直到 A 和 C 的会话结束，B 和 D 持有锁</translation>
    </message>
    <message>
        <source>B and D write their numbers and let go</source>
        <translation>B 和 D 写入编号并释放</translation>
    </message>
    <message>
        <source>A and C are about to write, and know nothing of it</source>
        <translation>A 和 C 正要写入，对此一无所知</translation>
    </message>
    <message>
        <source>A and C go on, and write</source>
        <translation>A 和 C 继续运行并写入</translation>
    </message>
    <message>
        <source>%1 believes that it holds, with the fencing token %2. Its node is gone, and %3 holds, with the fencing token %4.</source>
        <translation>%1 凭栅栏令牌 %2 自认为持有。其节点已消失，而 %3 凭栅栏令牌 %4 持有。</translation>
    </message>
    <message>
        <source>%1 believes that it holds. Its key is gone, and %2 holds: there is no fencing token by which a resource could refuse one of them.</source>
        <translation>%1 自认为持有。其 key 已消失，而 %2 持有：没有栅栏令牌可供资源据以拒绝其中之一。</translation>
    </message>
    <message>
        <source>%1 watches %2, which had gone before the watch was set: nothing will wake it, and all behind wait with it.</source>
        <translation>%1 监听 %2，但设置 watch 之前它已不在：什么也不会唤醒它，后面的竞争者也跟着等。</translation>
    </message>
    <message>
        <source>%1 watches its own node instead of the one before it: it waits for itself, and all behind wait with it.</source>
        <translation>%1 监听的是自己的节点，而不是前一个：它在等自己，后面的竞争者也跟着等。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n servers have the key %2</source>
        <translation>
            <numerusform>%n 台服务器中有 %1 台有键 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Another comparison is running: wait for it, or stop it.</source>
        <translation>另一个比较正在运行：请等它结束，或停止它。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AboutDialog</name>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Lockscope %1</source>
        <translation>Lockscope %1</translation>
    </message>
    <message>
        <source>Shows and tests the locks of an Apache ZooKeeper ensemble: who holds, who waits for whom, and what a release does.</source>
        <translation>显示和测试 Apache ZooKeeper 集群中的锁：谁持有，谁等待谁，以及释放会带来什么。</translation>
    </message>
    <message>
        <source>Licensed under Apache-2.0. Qt %1.</source>
        <translation>以 Apache-2.0 许可发布。Qt %1。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BackendDialog</name>
    <message>
        <source>A SQLite file of your own</source>
        <translation>您自己的 SQLite 文件</translation>
    </message>
    <message>
        <source>A %1 server of your own</source>
        <translation>您自己的 %1 服务器</translation>
    </message>
    <message>
        <source>Simulated clients run on it. Two tables are made there, lockscope_locks and lockscope_log, and dropped when you disconnect, unless they were there before.</source>
        <translation>模拟客户端在其上运行。会在其中创建两个表 lockscope_locks 和 lockscope_log，断开连接时删除，除非它们原本就在。</translation>
    </message>
    <message>
        <source>Simulated clients run on it; on several servers, for Redlock, with commas between their addresses. What they do is not proved there: only what clients believe is compared.</source>
        <translation>模拟客户端在其上运行；若用于 Redlock，可填多台服务器，地址之间用逗号分隔。此处无法证明它们的行为：只比较客户端自认为的情况。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>This is not the address of a %1 database.</source>
        <translation>这不是 %1 数据库的地址。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BranchComparison</name>
    <message>
        <source>Branch %1</source>
        <translation>分支 %1</translation>
    </message>
    <message>
        <source>Compare branches</source>
        <translation>比较分支</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Steps of both branches</source>
        <translation>两个分支的步骤</translation>
    </message>
    <message>
        <source>At the end</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>They part at the beginning</source>
        <translation>从一开始就分开</translation>
    </message>
    <message numerus="yes">
        <source>The same %n steps</source>
        <translation>
            <numerusform>相同的 %n 个步骤</numerusform>
        </translation>
    </message>
    <message>
        <source>The other branch takes this step too, at another place</source>
        <translation>另一个分支也有这一步，但在别的位置</translation>
    </message>
    <message>
        <source>Only this branch takes this step</source>
        <translation>只有此分支有这一步</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 个步骤</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wake-ups</source>
        <translation>
            <numerusform>%n 次唤醒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> 等另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientActions</name>
    <message>
        <source>Acquire</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Acquire: join the queue for the lock, with a new session where the old one is over</source>
        <translation>获取：加入锁的等待队列，旧会话已结束时用新会话</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Release: give the lock back, or stop waiting for it</source>
        <translation>释放：归还锁，或停止等待</translation>
    </message>
    <message>
        <source>Downgrade to reader</source>
        <translation>降级为读者</translation>
    </message>
    <message>
        <source>Downgrade: go on as a reader, with no writer in between</source>
        <translation>降级：转为读者继续，其间没有写者插入</translation>
    </message>
    <message>
        <source>Upgrade to writer</source>
        <translation>升级为写者</translation>
    </message>
    <message>
        <source>Upgrade: become a writer without giving the lock back; refused, since two readers that both want it would wait for each other</source>
        <translation>升级：不归还锁而成为写者；会被拒绝，因为两个都想升级的读者会互相等待</translation>
    </message>
    <message>
        <source>Ask for the lock</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Ask for the lock: its holder is asked to give it back</source>
        <translation>请求释放：请持有者归还锁</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close: end the session cleanly; its node goes at once</source>
        <translation>关闭：正常结束会话；其节点立即消失</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove: close the session and take the client off the list</source>
        <translation>移除：关闭会话，并将客户端从列表中去掉</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n clients)</source>
        <translation>
            <numerusform>%1（%n 个客户端）</numerusform>
        </translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Pause for</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cut off for</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Delay everything by</source>
        <translation>全部延迟</translation>
    </message>
    <message>
        <source>Seconds by which everything is late:</source>
        <translation>延迟的秒数：</translation>
    </message>
    <message>
        <source>For how many seconds:</source>
        <translation>持续的秒数：</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1: past the session timeout</source>
        <translation>%1：超过会话超时</translation>
    </message>
    <message>
        <source>until I resume it</source>
        <translation>直到我手动恢复</translation>
    </message>
    <message>
        <source>until I heal it</source>
        <translation>直到我手动接通</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>其他…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsDelegate</name>
    <message>
        <source>broken</source>
        <translation>有错</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsModel</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Wants</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>For</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>watch</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>no lock</source>
        <translation>无锁</translation>
    </message>
    <message>
        <source>reader</source>
        <translation>读者</translation>
    </message>
    <message>
        <source>writer</source>
        <translation>写者</translation>
    </message>
    <message>
        <source>%1 takes no lock: it goes on at once beside all others</source>
        <translation>%1 不获取锁：与所有其他客户端同时直接继续</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1，%2，锁 %3</translation>
    </message>
    <message>
        <source>BROKEN ON PURPOSE: %1</source>
        <translation>故意写错的：%1</translation>
    </message>
    <message>
        <source>crashed %1 ago</source>
        <translation>%1 前崩溃</translation>
    </message>
    <message>
        <source>%1 for %2, %3</source>
        <translation>%1 %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>entered %n times, by %1 threads</source>
        <translation>
            <numerusform>已进入 %n 次，%1 个线程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>entered %n times</source>
        <translation>
            <numerusform>已进入 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>at the step “%1” %2</source>
        <translation>位于步骤“%1” %2</translation>
    </message>
    <message>
        <source>place %1 in the queue</source>
        <translation>队列中第 %1 位</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>fencing token %1</source>
        <translation>栅栏令牌 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n acquired</source>
        <translation>
            <numerusform>获取 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n 个请求</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch events</source>
        <translation>
            <numerusform>%n 个 watch 事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watches held</source>
        <translation>
            <numerusform>持有 %n 个 watch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n 个故障</numerusform>
        </translation>
    </message>
    <message>
        <source>another program</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>not the holder</source>
        <translation>并非持有者</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsPanel</name>
    <message>
        <source>Takes clients whose sessions are over off this list and out of the Timeline</source>
        <translation>将会话已结束的客户端从此列表和时间线中移除</translation>
    </message>
    <message>
        <source>Simulated clients</source>
        <translation>模拟客户端</translation>
    </message>
    <message>
        <source>Spawn…</source>
        <translation>启动…</translation>
    </message>
    <message>
        <source>%1 the selected clients</source>
        <translation>%1：选中的客户端</translation>
    </message>
    <message>
        <source>Faults for the selected clients</source>
        <translation>选中客户端的故障</translation>
    </message>
    <message>
        <source>Start simulated clients on a lock</source>
        <translation>在一把锁上启动模拟客户端</translation>
    </message>
    <message>
        <source>Copy what is known</source>
        <translation>复制已知信息</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>列…</translation>
    </message>
    <message numerus="yes">
        <source>%1
%n of the selected clients</source>
        <translation>
            <numerusform>%1
选中客户端中的 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
Select clients first</source>
        <translation>%1
请先选择客户端</translation>
    </message>
    <message>
        <source>Faults: pause, cut off, delay, lose a reply…
Select clients first</source>
        <translation>故障：暂停、断开、延迟、丢失应答…
请先选择客户端</translation>
    </message>
    <message>
        <source>Faults: pause, cut off, delay, lose a reply…</source>
        <translation>故障：暂停、断开、延迟、丢失应答…</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n closed clients</source>
        <translation>
            <numerusform>移除 %n 个已关闭的客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n 个请求</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n 个故障</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch events</source>
        <translation>
            <numerusform>%n 个 watch 事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n leavings</source>
        <translation>
            <numerusform>%n 次离开</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wake-ups by them</source>
        <translation>
            <numerusform>由此唤醒 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>No simulated clients</source>
        <translation>没有模拟客户端</translation>
    </message>
    <message>
        <source>Spawn a few on a lock and watch them queue, hold and release.</source>
        <translation>在一把锁上启动几个客户端，看它们如何排队、持有和释放。</translation>
    </message>
    <message>
        <source>%1 wake-ups per release</source>
        <translation>每次释放唤醒 %1 个</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CodeView</name>
    <message>
        <source>Pseudo-code</source>
        <translation>伪代码</translation>
    </message>
    <message>
        <source>%1 (wrong)</source>
        <translation>%1（有错）</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>当前：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CompareChart</name>
    <message>
        <source>Acquires a second</source>
        <translation>每秒获取次数</translation>
    </message>
    <message>
        <source>From one client to the next</source>
        <translation>从一个客户端到下一个</translation>
    </message>
    <message>
        <source>Requests for each acquire and release</source>
        <translation>每次获取和释放的请求数</translation>
    </message>
    <message>
        <source>%1 a second with %2 at once</source>
        <translation>每秒 %1 次，%2 个同时</translation>
    </message>
    <message>
        <source>%1 µs (p50) with %2 at once</source>
        <translation>%1 µs (p50)，%2 个同时</translation>
    </message>
    <message>
        <source>%1 requests with %2 at once</source>
        <translation>%1 个请求，%2 个同时</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CompareDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Save page…</source>
        <translation>保存网页…</translation>
    </message>
    <message>
        <source>Compare locks</source>
        <translation>比较锁</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>遍数</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Hand-over</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>全部数据</translation>
    </message>
    <message>
        <source>The same clients and the same faults on private servers, one kind after the other. Takes minutes; what is open in the window is left alone.</source>
        <translation>同样的客户端、同样的故障，在私有服务器上逐类运行。需要几分钟；窗口中打开的内容不受影响。</translation>
    </message>
    <message>
        <source>Clients at once</source>
        <translation>同时的客户端数</translation>
    </message>
    <message>
        <source>Save page</source>
        <translation>保存网页</translation>
    </message>
    <message>
        <source>HTML pages (*.html)</source>
        <translation>HTML 网页 (*.html)</translation>
    </message>
    <message>
        <source>Choose one kind of server at least.</source>
        <translation>请至少选择一类服务器。</translation>
    </message>
    <message>
        <source>Clients at once: write numbers from 1 to %1, with commas.</source>
        <translation>同时的客户端数：请填 1 至 %1 的数字，用逗号分隔。</translation>
    </message>
    <message>
        <source>The comparison ended.</source>
        <translation>比较已结束。</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 / %2：%3</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>The recordings are in %1.</source>
        <translation>录制位于 %1。</translation>
    </message>
    <message>
        <source>Not saved.</source>
        <translation>未保存。</translation>
    </message>
    <message>
        <source>%1 could not be written: choose another place.</source>
        <translation>无法写入 %1：请选择其他位置。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>尚不能开始。</translation>
    </message>
    <message>
        <source>Not all could be measured.</source>
        <translation>有些内容未能测量。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConfirmDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Type the lock’s name to confirm: %1</source>
        <translation>请输入锁的名称以确认：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectDialog</name>
    <message>
        <source>Connect to ZooKeeper</source>
        <translation>连接到 ZooKeeper</translation>
    </message>
    <message>
        <source>Lockscope watches the locks under the root, live.</source>
        <translation>Lockscope 实时观察根路径下的锁。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Sa&amp;ve</source>
        <translation>保存(&amp;V)</translation>
    </message>
    <message>
        <source>Connects beside what is open, says what is found, and disconnects</source>
        <translation>在不影响当前连接的情况下连接，报告发现的内容，然后断开</translation>
    </message>
    <message>
        <source>Keeps all profiles as they stand here</source>
        <translation>按此处的内容保存所有连接配置</translation>
    </message>
    <message>
        <source>A password is needed.</source>
        <translation>需要密码。</translation>
    </message>
    <message>
        <source>The key&apos;s passphrase is needed.</source>
        <translation>需要密钥的口令。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectFlow</name>
    <message>
        <source>The profiles could not be read.</source>
        <translation>无法读取连接配置。</translation>
    </message>
    <message>
        <source>%1 The file stays as it is until you save; then it is moved aside.</source>
        <translation>%1在您保存之前，文件保持原样；保存时会将它改名移开。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未做任何更改。</translation>
    </message>
    <message>
        <source>Looking for what is kept…</source>
        <translation>正在查找已保存的内容…</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Trying %1…</source>
        <translation>正在尝试 %1…</translation>
    </message>
    <message>
        <source>The profiles were not saved.</source>
        <translation>连接配置未保存。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>The file that could not be read is now %1.</source>
        <translation>无法读取的文件现为 %1。</translation>
    </message>
    <message>
        <source>Import profiles</source>
        <translation>导入连接配置</translation>
    </message>
    <message>
        <source>Profiles (*.json)</source>
        <translation>连接配置 (*.json)</translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>未导入任何内容。</translation>
    </message>
    <message>
        <source>Export profiles, without passwords</source>
        <translation>导出连接配置（不含密码）</translation>
    </message>
    <message>
        <source>Nothing was exported.</source>
        <translation>未导出任何内容。</translation>
    </message>
    <message>
        <source>Exported, without passwords.</source>
        <translation>已导出，不含密码。</translation>
    </message>
    <message>
        <source>%1 The file is left as it is.</source>
        <translation>%1文件保持原样。</translation>
    </message>
    <message>
        <source>The password is not in a keychain.</source>
        <translation>密码未存入密钥环。</translation>
    </message>
    <message>
        <source>%1 Until they can be, every ensemble is treated as a production one.</source>
        <translation>%1 在可以读取之前，每个集群都按生产环境对待。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectionBar</name>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>as of %1 ago</source>
        <translation>%1 前的状态</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>observe only</source>
        <translation>仅观察</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>Spawn…</source>
        <translation>启动…</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Nothing is written over this connection</source>
        <translation>不会通过此连接写入任何内容</translation>
    </message>
    <message>
        <source>Releases and simulated clients ask for the lock&apos;s name</source>
        <translation>释放和启动模拟客户端时须输入锁的名称</translation>
    </message>
    <message>
        <source>Close the connection and all simulated clients</source>
        <translation>关闭此连接和所有模拟客户端</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>TLS not verified</source>
        <translation>TLS 未验证</translation>
    </message>
    <message>
        <source>Encrypted; the server&apos;s certificate and name are verified</source>
        <translation>已加密；已验证服务器的证书和名称</translation>
    </message>
    <message>
        <source>Encrypted, but anybody on the way can pose as the server: its certificate is not looked at</source>
        <translation>已加密，但途中任何人都可冒充服务器：不检查其证书</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>Session timeout %1</source>
        <translation>会话超时 %1</translation>
    </message>
    <message>
        <source>Start simulated clients on a lock</source>
        <translation>在一把锁上启动模拟客户端</translation>
    </message>
    <message>
        <source>rewound</source>
        <translation>已回退</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CostTable</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>What one release costs</source>
        <translation>一次释放的代价</translation>
    </message>
    <message>
        <source>Watch events that one release sends, and the requests of all clients that are woken, until one holds. Read/write: a writer releases and readers wait; of Curator&apos;s, one more writer is before them.</source>
        <translation>一次释放发出的 watch 事件，以及所有被唤醒的客户端的请求，直到其中一个持有。读写锁：写者释放，读者等待；Curator 的读写锁中，读者之前还有一个写者。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DataView</name>
    <message>
        <source>Data of the node</source>
        <translation>节点的数据</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>The node has no data.</source>
        <translation>该节点没有数据。</translation>
    </message>
    <message>
        <source>The first %1 of %2 are shown.</source>
        <translation>仅显示 %2 中的前 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Release node…</source>
        <translation>释放节点…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>ACL</source>
        <translation>ACL</translation>
    </message>
    <message>
        <source>What is shown of the node</source>
        <translation>显示节点的哪些内容</translation>
    </message>
    <message>
        <source>No node selected</source>
        <translation>未选择节点</translation>
    </message>
    <message>
        <source>Select a row of the queue to see its node, its data and its ACL.</source>
        <translation>选择队列中的一行，查看其节点、数据和 ACL。</translation>
    </message>
    <message>
        <source>The node is not there yet: there is nothing to release.</source>
        <translation>该节点尚未出现：没有可释放的。</translation>
    </message>
    <message>
        <source>The node is gone: there is nothing to release.</source>
        <translation>该节点已消失：没有可释放的。</translation>
    </message>
    <message>
        <source>Shows what deleting this node does before it is deleted</source>
        <translation>在删除该节点之前，显示删除的后果</translation>
    </message>
    <message>
        <source>Show the new one</source>
        <translation>显示新节点</translation>
    </message>
    <message>
        <source>not there yet</source>
        <translation>尚未出现</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>no contender</source>
        <translation>不是竞争者</translation>
    </message>
    <message>
        <source>holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>waiter</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Another node stands at its path now.</source>
        <translation>其路径上现在是另一个节点。</translation>
    </message>
    <message>
        <source>The node was not created yet at this instant.</source>
        <translation>此刻该节点尚未创建。</translation>
    </message>
    <message>
        <source>Below is what became known of it later.</source>
        <translation>以下是后来得知的信息。</translation>
    </message>
    <message>
        <source>The node is gone.</source>
        <translation>该节点已消失。</translation>
    </message>
    <message>
        <source>The node could not be read.</source>
        <translation>无法读取该节点。</translation>
    </message>
    <message>
        <source>No READ permission on this node: connect with a login that its ACL allows.</source>
        <translation>对此节点没有 READ 权限：请用其 ACL 允许的登录信息连接。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Not read.</source>
        <translation>未读取。</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Its data say</source>
        <translation>其数据说明</translation>
    </message>
    <message>
        <source>Open the link to this owner</source>
        <translation>打开此所有者的链接</translation>
    </message>
    <message>
        <source>until when</source>
        <translation>到何时</translation>
    </message>
    <message>
        <source>Node deleted at %1.</source>
        <translation>节点于 %1 被删除。</translation>
    </message>
    <message>
        <source>Last known values below.</source>
        <translation>以下是最后已知的值。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DiscoveryBar</name>
    <message>
        <source>Progress of reading the tree</source>
        <translation>读取节点树的进度</translation>
    </message>
    <message numerus="yes">
        <source>%n directories are beyond the budget of watches: they are read in turn, locks within 30 s.</source>
        <translation>
            <numerusform>有 %n 个目录超出 watch 预算：它们轮流读取，锁在 30 秒内读到。</numerusform>
        </translation>
    </message>
    <message>
        <source>A narrower root leaves fewer of them.</source>
        <translation>根路径范围更小，超出的就更少。</translation>
    </message>
    <message>
        <source>With %1 as root, all of these locks would be watched.</source>
        <translation>以 %1 为根路径，就能监听所有这些锁。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Read the rest of the tree</source>
        <translation>读取节点树的其余部分</translation>
    </message>
    <message>
        <source>Stop here: what was found stays, and stays live</source>
        <translation>到此为止：已发现的会保留，并保持实时</translation>
    </message>
    <message>
        <source>Incomplete: reading was cancelled, more may be there.</source>
        <translation>不完整：读取已取消，可能还有更多。</translation>
    </message>
    <message>
        <source>%1 read, %2 to go</source>
        <translation>已读 %1，剩余 %2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DockFrame</name>
    <message>
        <source>Hide this panel; the Window menu brings it back</source>
        <translation>隐藏此面板；可从“窗口”菜单重新打开</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>隐藏%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DuelDialog</name>
    <message>
        <source>Two recipes side by side</source>
        <translation>两种配方并列</translation>
    </message>
    <message>
        <source>The same clients, on one clock. Each side has a counter of its own: a number that it gives out twice shows what the lock was worth.</source>
        <translation>相同的客户端，同一时钟。每一侧各有自己的计数器：若某个号码被发出两次，就能看出这把锁的价值。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>on each side, rounds each:</source>
        <translation>每侧，每个的轮数：</translation>
    </message>
    <message>
        <source>Hold time</source>
        <translation>持有时间</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DuelStage</name>
    <message numerus="yes">
        <source>%n numbers given out</source>
        <translation>
            <numerusform>发放了 %n 个号码</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them duplicates</source>
        <translation>
            <numerusform>%1，其中 %n 个重复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n refused</source>
        <translation>
            <numerusform>%1，%n 个被拒绝</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DurationChart</name>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>%1 &lt; %2</source>
        <translation>%1 &lt; %2</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>%1 个已测得</translation>
    </message>
    <message>
        <source>%1 began before we watched</source>
        <translation>%1 个在开始观察之前就已开始</translation>
    </message>
    <message>
        <source>%1 still running</source>
        <translation>%1 个仍在进行</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExportFlow</name>
    <message>
        <source>&amp;Stage…</source>
        <translation>舞台(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Timeline…</source>
        <translation>时间线(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Wait-for graph…</source>
        <translation>等待图(&amp;W)…</translation>
    </message>
    <message>
        <source>The selected lock with its holders and waiters</source>
        <translation>选中的锁及其持有者和等待者</translation>
    </message>
    <message>
        <source>Select a lock first</source>
        <translation>请先选择一把锁</translation>
    </message>
    <message>
        <source>&amp;Journal as text…</source>
        <translation>文本格式的日志(&amp;J)…</translation>
    </message>
    <message>
        <source>Journal as JSON &amp;Lines…</source>
        <translation>JSON Lines 格式的日志(&amp;L)…</translation>
    </message>
    <message>
        <source>Journal for Shi&amp;Viz…</source>
        <translation>用于 ShiViz 的日志(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Incident report…</source>
        <translation>事故报告(&amp;I)…</translation>
    </message>
    <message>
        <source>Read from a recording that begins %1.</source>
        <translation>读自始于 %1 的录制。</translation>
    </message>
    <message>
        <source>Watched by Lockscope since %1, through %2.</source>
        <translation>Lockscope 自 %1 起经由 %2 观察。</translation>
    </message>
    <message>
        <source>Web &amp;page…</source>
        <translation>网页(&amp;P)…</translation>
    </message>
    <message>
        <source>Nothing has happened yet that a page could show.</source>
        <translation>尚未发生可在网页中展示的事情。</translation>
    </message>
    <message>
        <source>Save web page</source>
        <translation>保存网页</translation>
    </message>
    <message>
        <source>Recorded by Lockscope from %1 UTC on.</source>
        <translation>由 Lockscope 自 %1 UTC 起录制。</translation>
    </message>
    <message>
        <source>Writing the web page…</source>
        <translation>正在写入网页…</translation>
    </message>
    <message>
        <source>The web page was not saved.</source>
        <translation>网页未保存。</translation>
    </message>
    <message>
        <source>%1: %2. Choose another place.</source>
        <translation>%1：%2。请另选位置。</translation>
    </message>
    <message>
        <source>Saved the web page %1</source>
        <translation>已保存网页 %1</translation>
    </message>
    <message numerus="yes">
        <source>It has the %1 events around the instant that is shown; %n others are left out.</source>
        <translation>
            <numerusform>其中包含所示时刻前后的 %1 个事件；另有 %n 个事件未包含。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FactsGrid</name>
    <message>
        <source>last request</source>
        <translation>最近请求</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FairnessChart</name>
    <message numerus="yes">
        <source>One asked, and had the lock %n times.</source>
        <translation>
            <numerusform>只有一个请求过，获得锁 %n 次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each of %1 had the lock %n times.</source>
        <translation>
            <numerusform>%1 个各获得锁 %n 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 asked, and had the lock %2 to %3 times each.</source>
        <translation>%1 个请求过，各获得锁 %2 至 %3 次。</translation>
    </message>
    <message>
        <source>In which order they were served is not known.</source>
        <translation>轮到的先后顺序未知。</translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 were served before their turn</source>
        <translation>
            <numerusform>%1 次获取中有 %n 次插队</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, past %n who waited.</source>
        <translation>
            <numerusform>%1，共越过 %n 个等待者。</numerusform>
        </translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>公平性</translation>
    </message>
    <message>
        <source>evenness %1</source>
        <translation>均匀度 %1</translation>
    </message>
    <message>
        <source>A column for each who asked: how often it had the lock.
Evenness is Jain&apos;s index: 1 means that all had it equally often; with n who asked, 1/n means that one had it every time.
Before its turn: while a contender that had come earlier, by czxid, still waited. Where waiting clients have no node, the order in which they asked counts.</source>
        <translation>每个请求者一列：获得锁的次数。
均匀度为 Jain 指数：1 表示各方获得次数相同；有 n 个请求者时，1/n 表示每次都由同一个获得。
插队：按 czxid 更早到来的竞争者仍在等待。等待的客户端没有节点时，以请求的先后为准。</translation>
    </message>
    <message>
        <source>No client was served before its turn.</source>
        <translation>没有客户端插队。</translation>
    </message>
    <message>
        <source>No client has asked yet.</source>
        <translation>尚无请求。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FaultTable</name>
    <message>
        <source>None: only what you do by hand.</source>
        <translation>无：只有您手动制造的。</translation>
    </message>
    <message>
        <source>Add a fault</source>
        <translation>添加故障</translation>
    </message>
    <message>
        <source>Random fault</source>
        <translation>随机故障</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Rate for each request</source>
        <translation>每个请求的概率</translation>
    </message>
    <message>
        <source>How likely it is at each ZooKeeper request of a client</source>
        <translation>客户端的每个 ZooKeeper 请求发生此故障的概率</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>How long it lasts</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>Without this fault</source>
        <translation>去掉此故障</translation>
    </message>
    <message>
        <source>Remove this fault</source>
        <translation>移除此故障</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FileExport</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsDelegate</name>
    <message>
        <source>Show me</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsModel</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsPanel</name>
    <message>
        <source>Copy all findings that are shown as text</source>
        <translation>将显示的所有发现复制为文本</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Copy findings</source>
        <translation>复制发现</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n 个提示</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is wrong</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Nothing found; watches not checked</source>
        <translation>未发现问题；未检查 watch</translation>
    </message>
    <message>
        <source>Nothing found; sessions not checked</source>
        <translation>未发现问题；未检查会话</translation>
    </message>
    <message>
        <source>Nothing found; sessions and watches not checked</source>
        <translation>未发现问题；未检查会话和 watch</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>没有可检查的</translation>
    </message>
    <message>
        <source>What is wrong with a lock appears here.</source>
        <translation>锁的问题会显示在这里。</translation>
    </message>
    <message>
        <source>The names and Stats of %1 were checked.</source>
        <translation>已检查 %1 的名称和 Stat。</translation>
    </message>
    <message numerus="yes">
        <source>The names and Stats of %n locks were checked.</source>
        <translation>
            <numerusform>已检查 %n 把锁的名称和 Stat。</numerusform>
        </translation>
    </message>
    <message>
        <source>The names, Stats, sessions and watches of %1 were checked.</source>
        <translation>已检查 %1 的名称、Stat、会话和 watch。</translation>
    </message>
    <message numerus="yes">
        <source>The names, Stats, sessions and watches of %n locks were checked.</source>
        <translation>
            <numerusform>已检查 %n 把锁的名称、Stat、会话和 watch。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Nothing is wrong with this lock</source>
        <translation>此锁没有问题</translation>
    </message>
    <message numerus="yes">
        <source>%n findings are about other locks.</source>
        <translation>
            <numerusform>有 %n 条发现属于其他锁。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsStrip</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 和另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>%n more findings</source>
        <translation>
            <numerusform>另有 %n 个问题</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FormDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FormatText</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GraphPainterText</name>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message numerus="yes">
        <source>+%n more holders</source>
        <translation>
            <numerusform>+%n 个持有者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>+%n more waiters</source>
        <translation>
            <numerusform>+%n 个等待者</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GraphPanel</name>
    <message>
        <source>Show me</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Drawn are the sessions of several locks, the holders and the first waiters of each lock.</source>
        <translation>画出的是涉及多把锁的会话、每把锁的持有者和最前面的等待者。</translation>
    </message>
    <message>
        <source>Solid: a server, or its client, told of the watch. Dashed: the place in the queue calls for it.</source>
        <translation>实线：服务器或其客户端报告了该 watch。虚线：按其在队列中的位置应当监听。</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>缩小 (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show all of it (0)</source>
        <translation>显示全部 (0)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the graph as SVG or PNG</source>
        <translation>把图保存为 SVG 或 PNG</translation>
    </message>
    <message>
        <source>No locks yet</source>
        <translation>还没有锁</translation>
    </message>
    <message>
        <source>Who waits for whom, over all locks, appears here as soon as there are locks.</source>
        <translation>一旦有锁，这里就会显示所有锁中谁在等待谁。</translation>
    </message>
    <message>
        <source>No session waits in any lock, and none holds more than one. Waiters appear here by themselves; a deadlock is drawn in red.</source>
        <translation>没有会话在任何锁中等待，也没有会话持有一把以上的锁。等待者会自动出现在这里；死锁以红色画出。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks</source>
        <translation>
            <numerusform>%n 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more contenders folded</source>
        <translation>
            <numerusform>折叠了另外 %n 个竞争者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more locks with waiters not drawn</source>
        <translation>
            <numerusform>另有 %n 把有等待者的锁未画出</numerusform>
        </translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits, reported</source>
        <translation>等待（已报告）</translation>
    </message>
    <message>
        <source>waits, expected</source>
        <translation>等待（推断）</translation>
    </message>
    <message>
        <source>waits in a circle</source>
        <translation>循环等待</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
    <message numerus="yes">
        <source>%n deadlocks: none of these sessions is served until one gives up.</source>
        <translation>
            <numerusform>%n 个死锁：只要没有一个会话放弃，这些会话都得不到锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>These sessions wait for one another in a circle. If it stands still, it is a deadlock.</source>
        <translation>这些会话相互循环等待。如果一直停滞不动，就是死锁。</translation>
    </message>
    <message>
        <source>Show in the queue</source>
        <translation>在队列中显示</translation>
    </message>
    <message>
        <source>No client waits</source>
        <translation>没有等待者</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GraphView</name>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>%1, %2, %3. Arrow keys move, Enter goes to what is chosen.</source>
        <translation>%1，%2，%3。方向键移动，回车键转到所选项。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks</source>
        <translation>
            <numerusform>%n 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deadlocks</source>
        <translation>
            <numerusform>%n 个死锁</numerusform>
        </translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits in %1, place %2: its watch is reported</source>
        <translation>在 %1 中等待，第 %2 位：其 watch 已有报告</translation>
    </message>
    <message>
        <source>waits in %1, place %2</source>
        <translation>在 %1 中等待，第 %2 位</translation>
    </message>
    <message>
        <source>In a deadlock: it will never be served.</source>
        <translation>处于死锁中：永远得不到锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HerdGauge</name>
    <message>
        <source>a client that is gone</source>
        <translation>一个已离开的客户端</translation>
    </message>
    <message>
        <source>Released by %1.</source>
        <translation>由 %1 释放。</translation>
    </message>
    <message>
        <source>Given up by %1, which waited.</source>
        <translation>等待中的 %1 已放弃。</translation>
    </message>
    <message>
        <source>The session of %1 expired.</source>
        <translation>%1 的会话已过期。</translation>
    </message>
    <message>
        <source>The node of %1 was removed by hand.</source>
        <translation>%1 的节点被手动删除。</translation>
    </message>
    <message>
        <source>A node went; whose, and why, is not known.</source>
        <translation>有一个节点消失；属于谁、原因为何，均未知。</translation>
    </message>
    <message>
        <source>The node of %1 went; why is not known.</source>
        <translation>%1 的节点消失；原因未知。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Last release</source>
        <translation>最近一次释放</translation>
    </message>
    <message>
        <source>Last expiry</source>
        <translation>最近一次过期</translation>
    </message>
    <message>
        <source>Last removed by hand</source>
        <translation>最近一次手动删除</translation>
    </message>
    <message>
        <source>Last to go, not known why</source>
        <translation>最近一次消失，原因未知</translation>
    </message>
    <message>
        <source>no simulated client has left this lock yet</source>
        <translation>还没有模拟客户端离开过这把锁</translation>
    </message>
    <message>
        <source>woke %1 of %2, %3 in vain</source>
        <translation>%2 个中唤醒 %1 个，%3 个徒劳</translation>
    </message>
    <message>
        <source>woke %1 of %2</source>
        <translation>%2 个中唤醒 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>so far</source>
        <translation>截至目前</translation>
    </message>
    <message>
        <source>A client gave up</source>
        <translation>一个客户端放弃了</translation>
    </message>
    <message>
        <source>%1 gave up</source>
        <translation>%1 放弃了</translation>
    </message>
    <message>
        <source>no client was behind it</source>
        <translation>其后无人等待</translation>
    </message>
    <message>
        <source>Counted are simulated clients only: the watch events that the end of this one node sent to the others, and the requests of the clients that were woken, until they hold or wait again. A client that does not hold then was woken in vain. One woken is best; all woken for one that gets the lock is a herd.</source>
        <translation>只统计模拟客户端：这个节点消失时发给其他客户端的 watch 事件，以及被唤醒者在持有锁或重新等待之前发出的请求。被唤醒后未能持有的，即为徒劳唤醒。只唤醒一个最好；为了一个能得到锁的客户端而唤醒全部，就是羊群效应。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HolderCard</name>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>A client of this program</source>
        <translation>本程序的客户端</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>expires in</source>
        <translation>距过期</translation>
    </message>
    <message>
        <source>If nothing more is heard of it; as its leader told</source>
        <translation>若再无它的消息；由其领导者告知</translation>
    </message>
    <message>
        <source>last heard</source>
        <translation>最近音讯</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>Before the server was asked</source>
        <translation>在询问服务器之前</translation>
    </message>
    <message>
        <source>last request</source>
        <translation>最近请求</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>at most %1 ms</source>
        <translation>至多 %1 ms</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>outstanding</source>
        <translation>未应答</translation>
    </message>
    <message>
        <source>Requests not answered yet</source>
        <translation>尚未应答的请求</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>连接于</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What the client itself believes</source>
        <translation>客户端自认为的状态</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Its session has no place in any other lock.</source>
        <translation>它的会话在其他锁中没有位置。</translation>
    </message>
    <message>
        <source>It also</source>
        <translation>它还</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits in %1, place %2</source>
        <translation>在 %1 中等待，第 %2 位</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>waits in %1</source>
        <translation>在 %1 中等待</translation>
    </message>
    <message>
        <source>and in %1 more places</source>
        <translation>以及另外 %1 处</translation>
    </message>
    <message numerus="yes">
        <source>It owns %n other ephemeral nodes.</source>
        <translation>
            <numerusform>它还拥有 %n 个其他临时节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>As the servers told %1 ago.</source>
        <translation>数据由服务器在 %1 前告知。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::JournalModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>事件内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::JournalPanel</name>
    <message>
        <source>Filter events</source>
        <translation>筛选事件</translation>
    </message>
    <message>
        <source>Filter events by text</source>
        <translation>按文本筛选事件</translation>
    </message>
    <message>
        <source>Kind of event</source>
        <translation>事件类型</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>全部事件</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>全部客户端</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Scroll to each new event as it comes</source>
        <translation>有新事件时自动滚动到该事件</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export as text…</source>
        <translation>导出为文本…</translation>
    </message>
    <message>
        <source>Export as JSON Lines…</source>
        <translation>导出为 JSON Lines…</translation>
    </message>
    <message>
        <source>Export for ShiViz…</source>
        <translation>导出为 ShiViz 格式…</translation>
    </message>
    <message>
        <source>A log with vector clocks: what caused what</source>
        <translation>带向量时钟的日志：呈现因果关系</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>ShiViz log (*.log)</source>
        <translation>ShiViz 日志 (*.log)</translation>
    </message>
    <message>
        <source>Export the journal</source>
        <translation>导出日志</translation>
    </message>
    <message>
        <source>Exporting the journal…</source>
        <translation>正在导出日志…</translation>
    </message>
    <message>
        <source>The journal was not exported.</source>
        <translation>日志未能导出。</translation>
    </message>
    <message>
        <source>%1: %2. Choose another place.</source>
        <translation>%1：%2。请另选位置。</translation>
    </message>
    <message>
        <source>Show this instant</source>
        <translation>显示此刻</translation>
    </message>
    <message>
        <source>Show only “%1”</source>
        <translation>只显示“%1”</translation>
    </message>
    <message>
        <source>Show only %1</source>
        <translation>只显示 %1</translation>
    </message>
    <message>
        <source>Select %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>%1 found, %2 % searched</source>
        <translation>找到 %1 个，已搜索 %2 %</translation>
    </message>
    <message>
        <source>%1 of %2 events</source>
        <translation>%1 / %2 个事件</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>尚未发生任何事件</translation>
    </message>
    <message>
        <source>Every event of the observer and of the simulated clients appears here.</source>
        <translation>观察者和模拟客户端的每个事件都会显示在这里。</translation>
    </message>
    <message>
        <source>No event fits</source>
        <translation>没有符合的事件</translation>
    </message>
    <message>
        <source>None of the %1 events is what the filters above ask for.</source>
        <translation>%1 个事件中没有一个符合上方的筛选条件。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Legend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LessonFlow</name>
    <message>
        <source>The lesson could not be opened</source>
        <translation>课程无法打开</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LessonList</name>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message numerus="yes">
        <source>%n pages</source>
        <translation>
            <numerusform>%n 页</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Each takes some minutes. You cause what it is about yourself, step by step; nothing can be broken, and every step can be taken back.</source>
        <translation>每课只需几分钟。课中所讲的现象由您自己一步一步引发；不会弄坏任何东西，每一步都可以撤销。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LessonPanel</name>
    <message>
        <source>nobody</source>
        <translation>没有客户端</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Your turn</source>
        <translation>轮到您了</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Close the lesson</source>
        <translation>关闭课程</translation>
    </message>
    <message>
        <source>This page, as it was when you came to it</source>
        <translation>回到刚进入本页时的状态</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>A hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Another hint</source>
        <translation>再给一个提示</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>演示给我看</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LiveWorld</name>
    <message>
        <source>This is a recording: there is no server to ask.</source>
        <translation>这是录制：没有服务器可供查询。</translation>
    </message>
    <message>
        <source>This is a model: what happens in it is chosen in Steps.</source>
        <translation>这是模型：其中发生什么，在“步骤”中选择。</translation>
    </message>
    <message>
        <source>What is shown is the past, which cannot be changed: return to live first.</source>
        <translation>当前显示的是过去，无法更改：请先返回实时。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockFactsText</name>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>held</source>
        <translation>被持有</translation>
    </message>
    <message>
        <source>held ≤ %1</source>
        <translation>已持有 ≤ %1</translation>
    </message>
    <message numerus="yes">
        <source>%n readers</source>
        <translation>
            <numerusform>%n 个读者</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待</translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n 个成员</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>holder not known</source>
        <translation>持有者未知</translation>
    </message>
    <message>
        <source>waiters not known</source>
        <translation>等待者未知</translation>
    </message>
    <message>
        <source>an ephemeral node</source>
        <translation>一个临时节点</translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n 个待定</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockList</name>
    <message>
        <source>%1 holds</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>%1 waits, place %2</source>
        <translation>%1 等待，第 %2 位</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksModel</name>
    <message>
        <source>no READ permission</source>
        <translation>无 READ 权限</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1, names as of %2</source>
        <translation>%1，命名方式：%2</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message numerus="yes">
        <source>%n findings below</source>
        <translation>
            <numerusform>下级有 %n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Not watched: beyond the budget of watches. “Read again” reads it once.</source>
        <translation>未监听：超出 watch 预算。“重新读取”会读取一次。</translation>
    </message>
    <message numerus="yes">
        <source>%n findings</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>no client here</source>
        <translation>此处没有客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksPanel</name>
    <message>
        <source>The chroot does not exist</source>
        <translation>chroot 不存在</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>Order of the locks, and only those with waiters</source>
        <translation>锁的排序，以及是否只显示有等待者的锁</translation>
    </message>
    <message>
        <source>Only with waiters</source>
        <translation>只看有等待者的</translation>
    </message>
    <message>
        <source>Show all nodes, not only locks</source>
        <translation>显示所有节点，而不只是锁</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Locks found</source>
        <translation>找到的锁</translation>
    </message>
    <message>
        <source>Show all nodes</source>
        <translation>显示所有节点</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Filter locks  Ctrl+F</source>
        <translation>筛选锁  Ctrl+F</translation>
    </message>
    <message>
        <source>Path, client, session, address, or what owners wrote into their nodes</source>
        <translation>路径、客户端、会话、地址，或所有者写入其节点的内容</translation>
    </message>
    <message>
        <source>Filter locks</source>
        <translation>筛选锁</translation>
    </message>
    <message>
        <source>By path, as a tree</source>
        <translation>按路径（树形）</translation>
    </message>
    <message>
        <source>Longest wait first</source>
        <translation>等待最久的在前</translation>
    </message>
    <message>
        <source>Most waiters first</source>
        <translation>等待者最多的在前</translation>
    </message>
    <message>
        <source>Worst findings first</source>
        <translation>问题最严重的在前</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>By owner</source>
        <translation>按所有者</translation>
    </message>
    <message>
        <source>Order of the locks</source>
        <translation>锁的排序</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Expand all below</source>
        <translation>展开所有下级</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>All nodes are looked at.</source>
        <translation>正在查看所有节点。</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选条件的锁</translation>
    </message>
    <message>
        <source>No path, session, address or data of an owner contains “%1”.</source>
        <translation>没有任何路径、会话、地址或所有者的数据包含“%1”。</translation>
    </message>
    <message>
        <source>It is watched: locks appear here as soon as a client makes it.</source>
        <translation>正在监听此路径：一旦有客户端创建它，锁就会显示在这里。</translation>
    </message>
    <message>
        <source>%1 could not be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>No locks at this instant</source>
        <translation>此刻没有锁</translation>
    </message>
    <message>
        <source>At the instant that is shown no lock had been seen. Go on in time to see some.</source>
        <translation>在所显示的时刻，尚未见到任何锁。请将时间往后移。</translation>
    </message>
    <message>
        <source>No locks yet</source>
        <translation>尚无锁</translation>
    </message>
    <message>
        <source>Choose what happens in Steps: a client&apos;s first request makes its node.</source>
        <translation>请在“步骤”中选择发生什么：客户端的第一个请求会创建其节点。</translation>
    </message>
    <message>
        <source>No locks at the end</source>
        <translation>结束时没有锁</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>The locks of an ensemble appear here once connected.</source>
        <translation>连接后，集群中的锁会显示在这里。</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>No lock in what was read of %1</source>
        <translation>在 %1 下已读取的部分中没有锁</translation>
    </message>
    <message>
        <source>The reading was cancelled, and more may be there.</source>
        <translation>读取被取消，可能还有锁。</translation>
    </message>
    <message>
        <source>Nothing is read while it is paused, and more may be there.</source>
        <translation>暂停期间不读取，可能还有锁。</translation>
    </message>
    <message>
        <source>The connection is lost, and more may be there.</source>
        <translation>连接已断开，可能还有锁。</translation>
    </message>
    <message>
        <source>No locks under %1 yet</source>
        <translation>%1 下尚无锁</translation>
    </message>
    <message>
        <source>They appear here by themselves when a client asks for one. Spawn simulated clients to see it.</source>
        <translation>有客户端请求锁时，锁会自动显示在这里。启动模拟客户端即可看到。</translation>
    </message>
    <message>
        <source>Go on: read what has changed meanwhile, and stay live</source>
        <translation>继续：读取暂停期间的变化，并保持实时</translation>
    </message>
    <message>
        <source>Pause: read nothing until you go on (“Read again” still reads the selected lock)</source>
        <translation>暂停：继续之前不读取任何内容（“重新读取”仍会读取选中的锁）</translation>
    </message>
    <message>
        <source>Go on live</source>
        <translation>继续实时</translation>
    </message>
    <message>
        <source>Pause live</source>
        <translation>暂停实时</translation>
    </message>
    <message>
        <source>read from the log of writes</source>
        <translation>读自写入日志</translation>
    </message>
    <message>
        <source>%1 of %2 watches</source>
        <translation>%1 / %2 个 watch</translation>
    </message>
    <message numerus="yes">
        <source>%n locks</source>
        <translation>
            <numerusform>%n 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>%1 over the budget</source>
        <translation>超出预算 %1 个</translation>
    </message>
    <message>
        <source>reading, %1 to go</source>
        <translation>正在读取，还剩 %1</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>rewound</source>
        <translation>已回退</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>非实时</translation>
    </message>
    <message>
        <source>Lockscope holds %1 watches, one for each directory that it keeps live. It takes %2 at most; further directories are read once and shown as not watched.</source>
        <translation>Lockscope 持有 %1 个 watch，每个保持实时的目录一个。最多使用 %2 个；更多的目录只读取一次，并显示为未监听。</translation>
    </message>
    <message>
        <source>Nothing of %1 has been read yet</source>
        <translation>尚未读取 %1 中的任何内容</translation>
    </message>
    <message>
        <source>%1 read, %2 to go</source>
        <translation>已读 %1，剩余 %2</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1/%2</translation>
    </message>
    <message numerus="yes">
        <source>%n groups</source>
        <translation>
            <numerusform>%n 个组</numerusform>
        </translation>
    </message>
    <message>
        <source>No client waits for any of the locks.</source>
        <translation>没有任何锁有等待者。</translation>
    </message>
    <message>
        <source>When the recording ended, no lock was there, or the tree was not recorded. The clients and the journal show what happened.</source>
        <translation>录制结束时没有锁，或者未录制节点树。发生了什么，请看客户端和日志。</translation>
    </message>
    <message numerus="yes">
        <source>%n ephemeral nodes</source>
        <translation>
            <numerusform>%n 个临时节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainWindow</name>
    <message>
        <source>The language was chosen.</source>
        <translation>语言已选择。</translation>
    </message>
    <message>
        <source>Lockscope is in it when it is started next.</source>
        <translation>下次启动 Lockscope 时生效。</translation>
    </message>
    <message>
        <source>The sandbox did not start.</source>
        <translation>沙盒没有启动。</translation>
    </message>
    <message>
        <source>The private %1 did not start.</source>
        <translation>私有 %1 没有启动。</translation>
    </message>
    <message>
        <source>Not connected to %1.</source>
        <translation>未连接到 %1。</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message>
        <source>Model of %1</source>
        <translation>%1 的模型</translation>
    </message>
    <message>
        <source>Recording of %1</source>
        <translation>%1 的录制</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>%1 — Lockscope</source>
        <translation>%1 — Lockscope</translation>
    </message>
    <message>
        <source>What is shown is as it was then.</source>
        <translation>显示的是当时的状态。</translation>
    </message>
    <message>
        <source>The sandbox stopped.</source>
        <translation>沙盒已停止。</translation>
    </message>
    <message>
        <source>Start a new one</source>
        <translation>启动新的沙盒</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>The connection to the server is lost.</source>
        <translation>与服务器的连接已断开。</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>再次连接</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>The session expired.</source>
        <translation>会话已过期。</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>The server refused the login.</source>
        <translation>服务器拒绝了登录。</translation>
    </message>
    <message>
        <source>Check the user and the password.</source>
        <translation>请检查用户名和密码。</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Quit Lockscope?</source>
        <translation>退出 Lockscope？</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>private %1</source>
        <translation>私有 %1</translation>
    </message>
    <message>
        <source>End the sandbox, with all that is in it, and connect to %1?</source>
        <translation>结束沙盒及其中的一切，并连接到 %1？</translation>
    </message>
    <message>
        <source>End the %2, with all that is in it, and connect to %1?</source>
        <translation>结束%2及其中的一切，并连接到 %1？</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>End this sandbox, with all that is in it, and start another one?</source>
        <translation>结束这个沙盒及其中的一切，并启动另一个？</translation>
    </message>
    <message>
        <source>&amp;Start another one</source>
        <translation>启动另一个(&amp;S)</translation>
    </message>
    <message>
        <source>Let go of what was seen here, and start a %1 for it?</source>
        <translation>放弃在此看到的内容，并为它启动%1？</translation>
    </message>
    <message>
        <source>Let go of what was seen here, and start a sandbox for it?</source>
        <translation>放弃在此看到的内容，并为它启动沙盒？</translation>
    </message>
    <message>
        <source>&amp;Start it</source>
        <translation>启动(&amp;S)</translation>
    </message>
    <message>
        <source>End the sandbox, with all that is in it?</source>
        <translation>结束沙盒及其中的一切？</translation>
    </message>
    <message>
        <source>End the %1, with all that is in it?</source>
        <translation>结束%1及其中的一切？</translation>
    </message>
    <message>
        <source>Let go of what was seen of %2, and connect to %1?</source>
        <translation>放弃在 %2 看到的内容，并连接到 %1？</translation>
    </message>
    <message>
        <source>Let go of what was seen of %1, and start a sandbox?</source>
        <translation>放弃在 %1 看到的内容，并启动沙盒？</translation>
    </message>
    <message>
        <source>Let go of what was seen of %1, and start a new one?</source>
        <translation>放弃在 %1 看到的内容，并重新启动一个？</translation>
    </message>
    <message>
        <source>The connection has ended.</source>
        <translation>连接已结束。</translation>
    </message>
    <message>
        <source>Let go of what was seen of %1, and connect to it again?</source>
        <translation>放弃所看到的 %1 的内容，并重新连接？</translation>
    </message>
    <message>
        <source>Connection lost, reconnecting.</source>
        <translation>连接已断开，正在重新连接。</translation>
    </message>
    <message>
        <source>You see the state of %1 ago.</source>
        <translation>您看到的是 %1 前的状态。</translation>
    </message>
    <message>
        <source>&amp;End sandbox</source>
        <translation>结束沙箱(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;End server</source>
        <translation>结束服务器(&amp;E)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Menus</name>
    <message>
        <source>&amp;Connection</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Locks</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Sandbox</source>
        <translation>沙盒(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;%n servers</source>
        <translation>
            <numerusform>&amp;%n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Redis and data&amp;bases</source>
        <translation>Redis 与数据库(&amp;B)</translation>
    </message>
    <message>
        <source>Compare loc&amp;ks…</source>
        <translation>比较锁(&amp;K)…</translation>
    </message>
    <message>
        <source>Lear&amp;n…</source>
        <translation>学习(&amp;N)…</translation>
    </message>
    <message>
        <source>Open a &amp;model…</source>
        <translation>打开模型(&amp;M)…</translation>
    </message>
    <message>
        <source>Open sc&amp;hedule…</source>
        <translation>打开调度(&amp;H)…</translation>
    </message>
    <message>
        <source>Open &amp;recording…</source>
        <translation>打开录制(&amp;R)…</translation>
    </message>
    <message>
        <source>Sa&amp;ve recording…</source>
        <translation>保存录制(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Server &amp;log…</source>
        <translation>服务器日志(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Ask before events are lost</source>
        <translation>事件丢失前询问(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Spawn clients…</source>
        <translation>启动客户端(&amp;S)…</translation>
    </message>
    <message>
        <source>S&amp;cenarios</source>
        <translation>场景(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Filter locks</source>
        <translation>筛选锁(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause or go on live</source>
        <translation>暂停或继续实时(&amp;P)</translation>
    </message>
    <message>
        <source>S&amp;elected</source>
        <translation>所选(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Open scenario…</source>
        <translation>打开场景(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Pace</source>
        <translation>节奏(&amp;P)</translation>
    </message>
    <message>
        <source>Bro&amp;ken on purpose</source>
        <translation>故意写错的(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Using Redis or a database</source>
        <translation>使用 Redis 或数据库(&amp;U)</translation>
    </message>
    <message>
        <source>Or&amp;der numbers with each lock</source>
        <translation>用每种锁取订单号(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Full speed</source>
        <translation>全速(&amp;F)</translation>
    </message>
    <message>
        <source>A step every &amp;half second</source>
        <translation>每半秒一步(&amp;H)</translation>
    </message>
    <message>
        <source>A step every &amp;second</source>
        <translation>每秒一步(&amp;S)</translation>
    </message>
    <message>
        <source>A step every &amp;three seconds</source>
        <translation>每三秒一步(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Wait for Space</source>
        <translation>等待空格键(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>The &amp;system&apos;s</source>
        <translation>系统语言(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Lockscope</source>
        <translation>关于 Lockscope(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Shown panels</source>
        <translation>显示的面板(&amp;S)</translation>
    </message>
    <message>
        <source>Restore &amp;default layout</source>
        <translation>恢复默认布局(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Try your client…</source>
        <translation>试验你的客户端(&amp;T)…</translation>
    </message>
    <message>
        <source>Start private %1</source>
        <translation>启动私有 %1</translation>
    </message>
    <message>
        <source>Connect to…</source>
        <translation>连接到…</translation>
    </message>
    <message>
        <source>&amp;Predict first: of the next step its number alone</source>
        <translation>先预测：下一步只显示序号(&amp;P)</translation>
    </message>
    <message>
        <source>L&amp;arger type</source>
        <translation>放大字体(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Smaller type</source>
        <translation>缩小字体(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Usual type</source>
        <translation>默认字体(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>Two recipes side b&amp;y side</source>
        <translation>两种配方并列(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Choose the two…</source>
        <translation>自选两种(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ModelDialog</name>
    <message>
        <source>a crash</source>
        <translation>一次崩溃</translation>
    </message>
    <message>
        <source>a session that ends</source>
        <translation>一个结束的会话</translation>
    </message>
    <message>
        <source>a pause</source>
        <translation>一次暂停</translation>
    </message>
    <message>
        <source>a lost request</source>
        <translation>一个丢失的请求</translation>
    </message>
    <message>
        <source>a lost reply</source>
        <translation>一个丢失的应答</translation>
    </message>
    <message>
        <source>a waiter that gives up</source>
        <translation>一个放弃的等待者</translation>
    </message>
    <message>
        <source>a writer that becomes a reader</source>
        <translation>一个变为读者的写者</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>A ZooKeeper in memory on which nothing happens until you choose it. Every step can be taken back.</source>
        <translation>内存中的 ZooKeeper，由您选择才会发生下一步。每一步都可撤回。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Writers</source>
        <translation>写者</translation>
    </message>
    <message>
        <source>Names as</source>
        <translation>命名方式</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>take it, rounds each:</source>
        <translation>个获取锁，每个轮数：</translation>
    </message>
    <message>
        <source>A search for what breaks it tries these too, each once in a run:</source>
        <translation>搜索出错的执行时还会尝试以下各项，每次运行各一次：</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ModelFlow</name>
    <message>
        <source>Open schedule</source>
        <translation>打开调度</translation>
    </message>
    <message>
        <source>Schedules (*.json);;All files (*)</source>
        <translation>调度 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Save steps</source>
        <translation>保存步骤</translation>
    </message>
    <message>
        <source>Schedules (*.json);;Recordings (*.lockscope)</source>
        <translation>调度 (*.json);;录制 (*.lockscope)</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>The steps were not saved.</source>
        <translation>步骤未保存。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ModelPage</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>A model: no server is asked, and nothing happens by itself.</source>
        <translation>这是模型：不询问任何服务器，也没有任何事自行发生。</translation>
    </message>
    <message>
        <source>Choose in Steps what happens next, or press its number.</source>
        <translation>在“步骤”中选择接下来发生什么，或按其数字键。</translation>
    </message>
    <message>
        <source>Close model</source>
        <translation>关闭模型</translation>
    </message>
    <message numerus="yes">
        <source>%n executions</source>
        <translation>
            <numerusform>%n 次执行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n clients</source>
        <translation>
            <numerusform>%1，%n 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 executions in %2.</source>
        <translation>共 %1 次执行，用时 %2。</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>Nothing is wrong in any order.</source>
        <translation>任何顺序都没有问题。</translation>
    </message>
    <message>
        <source>Nothing was wrong in what was looked at.</source>
        <translation>已查看的部分没有问题。</translation>
    </message>
    <message>
        <source>There are more orders.</source>
        <translation>还有其他顺序。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::NodeFactsText</name>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Stat</source>
        <translation>Stat</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>从未读取</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>none (persistent)</source>
        <translation>无（持久）</translation>
    </message>
    <message>
        <source>It stays until a client deletes it.</source>
        <translation>在客户端删除之前一直存在。</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>age</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>By this machine&apos;s clock against the server&apos;s</source>
        <translation>以本机时钟对照服务器时钟</translation>
    </message>
    <message>
        <source>czxid</source>
        <translation>czxid</translation>
    </message>
    <message>
        <source>Gives the order of service; also the fencing token</source>
        <translation>决定服务顺序；也是栅栏令牌</translation>
    </message>
    <message>
        <source>mzxid</source>
        <translation>mzxid</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>How often its data was changed</source>
        <translation>其数据被更改的次数</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>children</source>
        <translation>子节点</translation>
    </message>
    <message>
        <source>ACL</source>
        <translation>ACL</translation>
    </message>
    <message>
        <source>no READ or ADMIN permission</source>
        <translation>无 READ 或 ADMIN 权限</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>c create, d delete, r read, w write, a admin</source>
        <translation>c 创建，d 删除，r 读，w 写，a 管理</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::NodeText</name>
    <message>
        <source>no READ permission</source>
        <translation>无 READ 权限</translation>
    </message>
    <message numerus="yes">
        <source>‹%n bytes›</source>
        <translation>
            <numerusform>‹%n 字节›</numerusform>
        </translation>
    </message>
    <message>
        <source>No server was asked yet whose session this is.</source>
        <translation>尚未询问任何服务器这是谁的会话。</translation>
    </message>
    <message>
        <source>No server listed this session when they were asked: it is over, or newer than that.</source>
        <translation>询问时没有服务器列出此会话：它已结束，或在那之后才建立。</translation>
    </message>
    <message>
        <source>No server was asked yet: sessions and watches were not checked.</source>
        <translation>尚未询问任何服务器：会话和 watch 未检查。</translation>
    </message>
    <message>
        <source>connection %1</source>
        <translation>连接 %1</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>late %1 ms</source>
        <translation>延迟 %1 ms</translation>
    </message>
    <message>
        <source>CRASHED</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>no lock</source>
        <translation>无锁</translation>
    </message>
    <message>
        <source>Crash</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复运行</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Heal</source>
        <translation>恢复网络</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Lose the next request</source>
        <translation>丢失下一个请求</translation>
    </message>
    <message>
        <source>Lose the next reply</source>
        <translation>丢失下一个应答</translation>
    </message>
    <message>
        <source>Lose the next create&apos;s reply</source>
        <translation>丢失下一个 create 的应答</translation>
    </message>
    <message>
        <source>Expire the session</source>
        <translation>使会话过期</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Set its clock forward</source>
        <translation>拨快其时钟</translation>
    </message>
    <message>
        <source>The process is gone without a goodbye: its node stays until the session times out.</source>
        <translation>进程不告而别：其节点会保留到会话超时。</translation>
    </message>
    <message>
        <source>It is paused, as in a garbage collection: no heartbeat, no request. Longer than the session timeout, and it comes back as a holder that holds no more.</source>
        <translation>它被暂停，如同在做垃圾回收：没有心跳，也没有请求。若暂停超过会话超时，它恢复后会以为自己仍是持有者，其实已不再持有。</translation>
    </message>
    <message>
        <source>The end of a pause.</source>
        <translation>结束暂停。</translation>
    </message>
    <message>
        <source>Nothing passes between it and its server.</source>
        <translation>它与其服务器之间完全不通。</translation>
    </message>
    <message>
        <source>The end of a cut or of a delay.</source>
        <translation>结束断开或延迟。</translation>
    </message>
    <message>
        <source>Everything between it and its server is late by so much.</source>
        <translation>它与其服务器之间的一切都延迟这么久。</translation>
    </message>
    <message>
        <source>Its next request is lost with the connection, and is not carried out: it cannot know.</source>
        <translation>它的下一个请求随连接一同丢失，未被执行：它无从得知。</translation>
    </message>
    <message>
        <source>Its next request is carried out, but the reply is lost with the connection: it cannot know.</source>
        <translation>它的下一个请求会被执行，但应答随连接一同丢失：它无从得知。</translation>
    </message>
    <message>
        <source>Its next create is carried out, but the reply is lost: does its node exist or not?</source>
        <translation>它的下一个 create 会被执行，但应答丢失：节点到底存不存在？</translation>
    </message>
    <message>
        <source>The server ends its session: its nodes go at once.</source>
        <translation>服务器结束其会话：其节点立即消失。</translation>
    </message>
    <message>
        <source>It closes its session cleanly: its nodes go at once.</source>
        <translation>它正常关闭会话：其节点立即消失。</translation>
    </message>
    <message>
        <source>Its own clock jumps: a lock that compares it with a time that another one wrote is deceived.</source>
        <translation>它自己的时钟跳变：若锁拿它与别人写下的时间比较，就会受骗。</translation>
    </message>
    <message>
        <source>Lost request</source>
        <translation>请求丢失</translation>
    </message>
    <message>
        <source>Lost reply</source>
        <translation>应答丢失</translation>
    </message>
    <message>
        <source>Lost create</source>
        <translation>create 丢失</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>The server&apos;s log is not read</source>
        <translation>未读取服务器的日志</translation>
    </message>
    <message>
        <source>Of a Redis of your own its clients alone are known: see Clients and Timeline.</source>
        <translation>对于您自己的 Redis，只知道它的客户端：请看“客户端”和“时间线”。</translation>
    </message>
    <message>
        <source>No lock excludes other clients</source>
        <translation>没有锁排斥其他客户端</translation>
    </message>
    <message>
        <source>Clients that compare a version hold no lock: see Clients and Timeline.</source>
        <translation>比较版本的客户端不持有锁：请看“客户端”和“时间线”。</translation>
    </message>
    <message>
        <source>No locks yet</source>
        <translation>还没有锁</translation>
    </message>
    <message>
        <source>Locks that simulated clients take appear here by themselves. What other programs hold is not looked for.</source>
        <translation>模拟客户端获得的锁会自动显示在这里。不会查找其他程序持有的锁。</translation>
    </message>
    <message>
        <source>%1 It would be reported with: %2</source>
        <translation>%1需要此设置才能得知：%2</translation>
    </message>
    <message>
        <source>The servers know the session but did not report from where it is connected.</source>
        <translation>服务器认识该会话，但未说明其连接来自何处。</translation>
    </message>
    <message>
        <source>Not every server reports its sessions.</source>
        <translation>并非每台服务器都提供其会话。</translation>
    </message>
    <message>
        <source>Not every server reports its watches, so these were not checked. The Servers panel says which setting would change that.</source>
        <translation>并非每台服务器都提供其 watch，因此未检查。所需的设置见“服务器”面板。</translation>
    </message>
    <message>
        <source>Not every server reports its sessions, so these were not checked. The Servers panel says which setting would change that.</source>
        <translation>并非每台服务器都提供其会话，因此未检查。所需的设置见“服务器”面板。</translation>
    </message>
    <message>
        <source>Not every server reports its sessions and watches, so these were not checked. The Servers panel says which setting would change that.</source>
        <translation>并非每台服务器都提供其会话和 watch，因此未检查。所需的设置见“服务器”面板。</translation>
    </message>
    <message>
        <source>no lock known here: an ephemeral node, which clients may take as one</source>
        <translation>此处没有已知的锁：一个临时节点，客户端可能把它当作锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OutputModel</name>
    <message>
        <source>Started as process %1.</source>
        <translation>已启动，进程号 %1。</translation>
    </message>
    <message>
        <source>Killed by a fault.</source>
        <translation>被故障杀死。</translation>
    </message>
    <message>
        <source>Ended with the trial.</source>
        <translation>随试验一起结束。</translation>
    </message>
    <message>
        <source>Ended by itself, with exit code 0.</source>
        <translation>自行退出，退出码 0。</translation>
    </message>
    <message numerus="yes">
        <source>%n lines came too fast and are left out.</source>
        <translation>
            <numerusform>有 %n 行来得太快，未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OverviewStrip</name>
    <message>
        <source>Overview of all that happened</source>
        <translation>所发生一切的概览</translation>
    </message>
    <message>
        <source>All that happened: click or drag to look there</source>
        <translation>所发生的一切：点击或拖动以查看该处</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>概览</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PictureDialog</name>
    <message>
        <source>Keep the shape</source>
        <translation>保持比例</translation>
    </message>
    <message>
        <source>No background</source>
        <translation>无背景</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source>A new width brings a new height, and the other way round</source>
        <translation>改变宽度时高度随之改变，反之亦然</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Pixels of a PNG for each pixel of the size; an SVG needs none</source>
        <translation>尺寸的每个像素对应 PNG 的几个像素；SVG 不需要</translation>
    </message>
    <message>
        <source>&amp;Pixels</source>
        <translation>像素(&amp;P)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy it as pixels</source>
        <translation>以像素图复制</translation>
    </message>
    <message>
        <source>Save PNG…</source>
        <translation>保存 PNG…</translation>
    </message>
    <message>
        <source>Save SVG…</source>
        <translation>保存 SVG…</translation>
    </message>
    <message>
        <source>PNG: %1 × %2 pixels</source>
        <translation>PNG：%1 × %2 像素</translation>
    </message>
    <message>
        <source>The picture was not saved.</source>
        <translation>图片未保存。</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>The picture was not copied.</source>
        <translation>图片未复制。</translation>
    </message>
    <message>
        <source>It is too large: choose fewer pixels.</source>
        <translation>图片太大：请减少像素。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PresentCaption</name>
    <message>
        <source>No lock is known here.</source>
        <translation>此处未发现锁。</translation>
    </message>
    <message>
        <source>A group: none of its members is known to wait.</source>
        <translation>成员组：未发现有成员在等待。</translation>
    </message>
    <message>
        <source>Who holds the lock is not known.</source>
        <translation>锁由谁持有未知。</translation>
    </message>
    <message>
        <source>No client here holds the lock.</source>
        <translation>此处没有客户端持有锁。</translation>
    </message>
    <message numerus="yes">
        <source>No client holds the lock; %n wait.</source>
        <translation>
            <numerusform>没有客户端持有锁；%n 个在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>The lock is free.</source>
        <translation>锁空闲。</translation>
    </message>
    <message numerus="yes">
        <source>%n clients hold the lock.</source>
        <translation>
            <numerusform>%n 个客户端持有锁。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 clients hold the lock, %n wait.</source>
        <translation>
            <numerusform>%1 个客户端持有锁，%n 个在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 holds the lock.</source>
        <translation>%1 持有锁。</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock, %n wait.</source>
        <translation>
            <numerusform>%1 持有锁，%n 个在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 holds the lock, %2 waits.</source>
        <translation>%1 持有锁，%2 在等待。</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock, %2 and others are next of %n that wait.</source>
        <translation>
            <numerusform>%1 持有锁；%n 个在等待，下一批是 %2 等。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock, %2 is next of %n that wait.</source>
        <translation>
            <numerusform>%1 持有锁；%n 个在等待，下一个是 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 believes that it holds the lock, and no client does.</source>
        <translation>%1 以为自己持有锁，而没有客户端持有它。</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock; of %n others it is not known whether they wait.</source>
        <translation>
            <numerusform>%1 持有锁；另有 %n 个是否在等待未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>Deadlock: %1 wait for one another.</source>
        <translation>死锁：%1 互相等待。</translation>
    </message>
    <message>
        <source>%1 has died, and its lock is still there.</source>
        <translation>%1 已死，而它的锁仍在。</translation>
    </message>
    <message numerus="yes">
        <source>%1 has died, its lock is still there, and %n wait for it.</source>
        <translation>
            <numerusform>%1 已死，它的锁仍在，有 %n 个在等待它。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 wait for one another.</source>
        <translation>%1 互相等待。</translation>
    </message>
    <message>
        <source>No client holds the lock; %1 is first in line.</source>
        <translation>没有客户端持有锁；%1 排在第一位。</translation>
    </message>
    <message>
        <source>%1 holds the lock, and %2 still believes that %2 holds it.</source>
        <translation>%1 持有锁，而 %2 仍以为是 %2 持有。</translation>
    </message>
    <message>
        <source>The same clients on both sides. A sound lock gives out each number of its counter once, and a good one wakes one client at each release.</source>
        <translation>两边的客户端相同。可靠的锁让计数器的每个号码只发出一次，好的锁每次释放只唤醒一个客户端。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileForm</name>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>&amp;Observe only: nothing is ever written</source>
        <translation>仅观察：绝不写入(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Production: a forced release asks for the lock&apos;s name</source>
        <translation>生产环境：强制释放时须输入锁的名称(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>常规(&amp;G)</translation>
    </message>
    <message>
        <source>Securi&amp;ty</source>
        <translation>安全(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Lock inspection</source>
        <translation>锁的检查(&amp;L)</translation>
    </message>
    <message>
        <source>Hosts with ports, separated by commas; a chroot at the end. What other programs have in their settings can be pasted as it is.</source>
        <translation>主机及端口，以逗号分隔；末尾可加 chroot。可原样粘贴其他程序配置中的内容。</translation>
    </message>
    <message>
        <source>A host that ssh gets to with your config, keys and agent; the servers are looked up and reached from there. Empty: directly</source>
        <translation>ssh 用您的 config、密钥和 agent 可到达的主机；从该处解析并连接各服务器。留空：直接连接</translation>
    </message>
    <message>
        <source>Locks are looked for below this node</source>
        <translation>在此节点之下查找锁</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Servers</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>Thro&amp;ugh SSH host</source>
        <translation>经 SSH 主机(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Root</source>
        <translation>根节点(&amp;R)</translation>
    </message>
    <message>
        <source>Session t&amp;imeout</source>
        <translation>会话超时(&amp;I)</translation>
    </message>
    <message>
        <source>Gi&amp;ve up after</source>
        <translation>放弃时限(&amp;V)</translation>
    </message>
    <message>
        <source>found by themselves, at port 8080</source>
        <translation>自动查找，端口 8080</translation>
    </message>
    <message>
        <source>http://host:port of each, separated by spaces</source>
        <translation>各服务器的 http://host:port，以空格分隔</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>&amp;Holder is stale after</source>
        <translation>持有过久时限(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Wait is long after</source>
        <translation>等待过久时限(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;AdminServers</source>
        <translation>AdminServer(&amp;A)</translation>
    </message>
    <message>
        <source>A holder or a wait that lasts longer, while others wait, is told as a finding. What the servers know of sessions and watches comes from their AdminServers, or from four-letter words where these are off.</source>
        <translation>在有人等待时，持有或等待超过此时长即报告为发现的问题。服务器所知的会话和 watch 来自其 AdminServer；若已关闭，则来自四字命令。</translation>
    </message>
    <message>
        <source>A link to more about the owner of a node, such as its logs. Its places are filled with what the node&apos;s data say: {host}, {port}, {pid}, {pod}, {application}, {query} or the keys of JSON, and {lock} and {node}.</source>
        <translation>指向节点所有者更多信息（例如其日志）的链接。占位符由节点的数据填充：{host}、{port}、{pid}、{pod}、{application}、{query} 或 JSON 的键，以及 {lock} 和 {node}。</translation>
    </message>
    <message>
        <source>Link to an own&amp;er</source>
        <translation>所有者链接(&amp;E)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileList</name>
    <message>
        <source>Profiles</source>
        <translation>连接配置</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新建连接配置</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Delete, with its passwords</source>
        <translation>删除，连同其密码</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Import and export</source>
        <translation>导入与导出</translation>
    </message>
    <message>
        <source>Import profiles…</source>
        <translation>导入连接配置…</translation>
    </message>
    <message>
        <source>Export profiles…</source>
        <translation>导出连接配置…</translation>
    </message>
    <message>
        <source>No profile</source>
        <translation>无连接配置</translation>
    </message>
    <message>
        <source>Connect once, without keeping it under a name</source>
        <translation>只连接一次，不按名称保存</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfilesText</name>
    <message>
        <source>through %1</source>
        <translation>经由 %1</translation>
    </message>
    <message>
        <source>root %1</source>
        <translation>根节点 %1</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>TLS, not verified</source>
        <translation>TLS，未验证</translation>
    </message>
    <message>
        <source>as %1</source>
        <translation>身份 %1</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Sky</source>
        <translation>天蓝</translation>
    </message>
    <message>
        <source>Vermillion</source>
        <translation>朱红</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Over TLS.</source>
        <translation>经 TLS。</translation>
    </message>
    <message>
        <source>Through SSH, and beyond that host without TLS: what passes there can be read.</source>
        <translation>经 SSH，但过了该主机就没有 TLS：那一段的通信内容可被读取。</translation>
    </message>
    <message>
        <source>Without TLS: what passes can be read on the way.</source>
        <translation>无 TLS：通信内容在途中可被读取。</translation>
    </message>
    <message>
        <source>It grants a session timeout of %1.</source>
        <translation>它给予的会话超时为 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 has %n children.</source>
        <translation>
            <numerusform>%1 有 %n 个子节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>Connected to %1 in %2.</source>
        <translation>已连接到 %1，用时 %2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProgramsModel</name>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>被杀死</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已退出</translation>
    </message>
    <message>
        <source>Killed by a fault.</source>
        <translation>被故障杀死。</translation>
    </message>
    <message>
        <source>By itself, with exit code 0.</source>
        <translation>自行退出，退出码 0。</translation>
    </message>
    <message>
        <source>With the trial.</source>
        <translation>随试验一起结束。</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>It was process %1</source>
        <translation>曾是进程 %1</translation>
    </message>
    <message numerus="yes">
        <source>Started %n times</source>
        <translation>
            <numerusform>启动过 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Grants</source>
        <translation>获得</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>如何结束</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProgramsPanel</name>
    <message>
        <source>No client of another program is tried</source>
        <translation>没有正在试验的其他程序的客户端</translation>
    </message>
    <message>
        <source>The processes of your own client appear here, with what they say and whether their lock held.</source>
        <translation>你自己的客户端的进程会出现在这里，连同它们的输出，以及它们的锁是否可靠。</translation>
    </message>
    <message>
        <source>Try your client…</source>
        <translation>试验你的客户端…</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all that is shown</source>
        <translation>复制显示的全部内容</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>全部客户端</translation>
    </message>
    <message>
        <source>Copy all that is shown as text</source>
        <translation>以文本复制显示的全部内容</translation>
    </message>
    <message>
        <source>Copy output or verdict</source>
        <translation>复制输出或结论</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends the trial, all its processes and what they have started</source>
        <translation>结束试验、它的所有进程，以及这些进程所启动的一切</translation>
    </message>
    <message>
        <source>Try again…</source>
        <translation>再次试验…</translation>
    </message>
    <message>
        <source>Did not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>%1 of %2 rounds</source>
        <translation>%1 / %2 轮</translation>
    </message>
    <message numerus="yes">
        <source>%n rounds</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Ending</source>
        <translation>正在结束</translation>
    </message>
    <message numerus="yes">
        <source>%n run</source>
        <translation>
            <numerusform>%n 个在运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Output, step or verdict</source>
        <translation>输出、单步或结论</translation>
    </message>
    <message>
        <source>Each of the lock’s own messages and each watch event waits until you let it pass; the time limit rests meanwhile</source>
        <translation>这把锁自己的每条消息和每个 watch 事件都会等待，直到你放行；其间不计时限</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueHeader</name>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>key</source>
        <translation>key</translation>
    </message>
    <message>
        <source>%1 believes that it holds: there is no fencing token</source>
        <translation>%1 自认为持有：没有栅栏令牌</translation>
    </message>
    <message>
        <source>%1 believes that it holds: fencing token %2</source>
        <translation>%1 自认为持有：栅栏令牌 %2</translation>
    </message>
    <message>
        <source>%1 holds: fencing token %2</source>
        <translation>%1 持有：栅栏令牌 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>next: %1</source>
        <translation>下一个：%1</translation>
    </message>
    <message>
        <source>who waits is told by the database</source>
        <translation>谁在等待由数据库告知</translation>
    </message>
    <message>
        <source>not all who wait are told: %1</source>
        <translation>未告知全部等待者：%1</translation>
    </message>
    <message>
        <source>the database is asked who waits</source>
        <translation>正在向数据库询问谁在等待</translation>
    </message>
    <message numerus="yes">
        <source>no queue on the server: %n listen for its release</source>
        <translation>
            <numerusform>服务器上没有队列：%n 个在监听其释放</numerusform>
        </translation>
    </message>
    <message>
        <source>no queue on the server: waiters try again</source>
        <translation>服务器上没有队列：等待者不断重试</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>rewound</source>
        <translation>已回退</translation>
    </message>
    <message>
        <source>as of %1 ago</source>
        <translation>%1 之前的状态</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>未监听</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>longest wait %1</source>
        <translation>最长等待 %1</translation>
    </message>
    <message>
        <source>zxid %1</source>
        <translation>zxid %1</translation>
    </message>
    <message numerus="yes">
        <source>%n held</source>
        <translation>
            <numerusform>%n 个曾持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waited</source>
        <translation>
            <numerusform>%n 个曾等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n believe they hold</source>
        <translation>
            <numerusform>%n 个自认为持有</numerusform>
        </translation>
    </message>
    <message>
        <source>holder not known</source>
        <translation>持有者未知</translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n 个持有者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 个等待中</numerusform>
        </translation>
    </message>
    <message>
        <source>waiters not known</source>
        <translation>等待者未知</translation>
    </message>
    <message>
        <source>no queue on the server: the waiters are simulated clients</source>
        <translation>服务器上没有队列：等待者是模拟客户端</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>It is not known whether they hold or wait.</source>
        <translation>不知道它们是持有还是在等待。</translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n 个待定</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueModel</name>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>无连接</translation>
    </message>
    <message>
        <source>A simulated client of this program</source>
        <translation>本程序的模拟客户端</translation>
    </message>
    <message>
        <source>It waits without a node, and races with the others when the lock is free: known only because it is ours.</source>
        <translation>它不建节点地等待，锁空闲时与其他客户端争抢：只因它是本程序的才得知。</translation>
    </message>
    <message>
        <source>%1, on the server %2</source>
        <translation>%1，在服务器 %2 上</translation>
    </message>
    <message>
        <source>session timeout %1</source>
        <translation>会话超时 %1</translation>
    </message>
    <message>
        <source>As the servers told %1 ago</source>
        <translation>据服务器 %1 之前所告知</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>No session owns it: the node stays until it is deleted.</source>
        <translation>它不属于任何会话：节点在被删除之前一直存在。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Connection %1 waits in the database&apos;s own queue</source>
        <translation>连接 %1 在数据库自己的队列中等待</translation>
    </message>
    <message>
        <source>Connection %1 waits in the database&apos;s own queue, for %2</source>
        <translation>连接 %1 在数据库自己的队列中等待，已 %2</translation>
    </message>
    <message>
        <source>since %1 (server&apos;s clock)</source>
        <translation>自 %1 起（服务器时钟）</translation>
    </message>
    <message>
        <source>Connection %1 of the database: others wait for it</source>
        <translation>数据库的连接 %1：有其他连接在等它</translation>
    </message>
    <message>
        <source>It waits for a connection of its pool: the database does not know of it yet.</source>
        <translation>它在等待其连接池的连接：数据库尚不知道它。</translation>
    </message>
    <message>
        <source>It says itself that it waits: the server keeps no queue.</source>
        <translation>它自称在等待：服务器没有等待队列。</translation>
    </message>
    <message>
        <source>Watches the directory: each change in it wakes this client, as it told itself</source>
        <translation>监听锁目录：其中每次变化都会唤醒此客户端（据其自述）</translation>
    </message>
    <message>
        <source>Watches its own node, as it told itself</source>
        <translation>监听自己的节点（据其自述）</translation>
    </message>
    <message>
        <source>Watches %1, as it told itself</source>
        <translation>监听 %1（据其自述）</translation>
    </message>
    <message>
        <source>Watches %1, which its place does not call for, as it told itself</source>
        <translation>监听 %1，按其位置不该如此（据其自述）</translation>
    </message>
    <message>
        <source>Watches its own node, as a client does that can be asked for its lock: a server told</source>
        <translation>监听自己的节点，可被请求释放的客户端即如此（服务器告知）</translation>
    </message>
    <message>
        <source>Watches its own node: a server told</source>
        <translation>监听自己的节点（服务器告知）</translation>
    </message>
    <message>
        <source>Expected to watch %1</source>
        <translation>预期监听 %1</translation>
    </message>
    <message>
        <source>Watches %1: a server told</source>
        <translation>监听 %1（服务器告知）</translation>
    </message>
    <message>
        <source>Watches %1, which its place does not call for: a server told</source>
        <translation>监听 %1，按其位置不该如此（服务器告知）</translation>
    </message>
    <message>
        <source>Part of what is wrong here: see the findings.</source>
        <translation>与此处的问题有关：见“发现”。</translation>
    </message>
    <message>
        <source>no contender</source>
        <translation>非竞争者</translation>
    </message>
    <message>
        <source>lease, not granted</source>
        <translation>租约，未授予</translation>
    </message>
    <message>
        <source>holds, or lost its wake-up</source>
        <translation>持有，或丢失了唤醒</translation>
    </message>
    <message>
        <source>gives it back</source>
        <translation>正在归还</translation>
    </message>
    <message>
        <source>waits at its pool</source>
        <translation>等连接池</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>holds, %1</source>
        <translation>持有，%1</translation>
    </message>
    <message>
        <source>holds, expired</source>
        <translation>持有，已过期</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>holds, crashed</source>
        <translation>持有，已崩溃</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>none (persistent)</source>
        <translation>无（持久）</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>无节点</translation>
    </message>
    <message>
        <source>Place in the order of service, by czxid %1</source>
        <translation>服务顺序中的位置，依 czxid %1</translation>
    </message>
    <message>
        <source>(not read yet)</source>
        <translation>（尚未读取）</translation>
    </message>
    <message>
        <source>Its name is of no known client.</source>
        <translation>其名称不属于任何已知客户端。</translation>
    </message>
    <message>
        <source>Reader (shared)</source>
        <translation>读者（共享）</translation>
    </message>
    <message>
        <source>Exclusive</source>
        <translation>独占</translation>
    </message>
    <message>
        <source>No contender of its own: its client stands in the line, and made it to ask for a lease.</source>
        <translation>它本身不是竞争者：其客户端已在队列中，创建它是为了请求租约。</translation>
    </message>
    <message>
        <source>Its place goes by its number until its Stat is read.</source>
        <translation>读到其 Stat 之前，其位置按序号排。</translation>
    </message>
    <message>
        <source>It watches %1, which is gone: it holds and has left that watch behind, or nothing will ever wake it.</source>
        <translation>它监听 %1，而后者已消失：要么它已持有，只是留下了这个 watch；要么再没有什么会唤醒它。</translation>
    </message>
    <message>
        <source>Connection %1 of the database</source>
        <translation>数据库的连接 %1</translation>
    </message>
    <message>
        <source>Since it asked, as it told itself</source>
        <translation>自其请求起（据其自述）</translation>
    </message>
    <message>
        <source>Its Stat is not read yet.</source>
        <translation>其 Stat 尚未读取。</translation>
    </message>
    <message>
        <source>Node created %1 (server&apos;s clock)</source>
        <translation>节点创建于 %1（服务器时钟）</translation>
    </message>
    <message>
        <source>It held already when it was first seen: at most this long.</source>
        <translation>首次看到时它已持有：至多这么久。</translation>
    </message>
    <message>
        <source>How long it waits or holds; ≤ where it held already when first seen</source>
        <translation>已等待或持有多久；首次看到时已持有的标 ≤</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>since</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Whether it holds or waits is not known: members of groups have such names as well, and no session was seen to watch the node before its own.</source>
        <translation>它是否持有或等待尚不清楚：组的成员也用这样的名称，而且没有看到任何会话监视排在它前面的节点。</translation>
    </message>
    <message>
        <source>A client of another program: only the database reports it</source>
        <translation>其他程序的客户端：只有数据库报告它</translation>
    </message>
    <message>
        <source>It says itself that it waits. The database did not report it when it was asked: it was between two attempts, of a second each.</source>
        <translation>它自称在等待。询问时数据库没有报告它：它正处于两次各一秒的尝试之间。</translation>
    </message>
    <message>
        <source>Whether clients take the node as a lock is not known: any program may have an ephemeral node.</source>
        <translation>不知道客户端是否把该节点当作锁：任何程序都可能有临时节点。</translation>
    </message>
    <message>
        <source>It had no watch when its turn came: it holds only if its client has looked at the queue by itself.</source>
        <translation>轮到它时它没有监视：只有当其客户端自行查看了队列时，它才持有锁。</translation>
    </message>
    <message>
        <source>Whether it holds or waits is not known.</source>
        <translation>不知道它是持有还是在等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueuePanel</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Service order</source>
        <translation>服务顺序</translation>
    </message>
    <message>
        <source>Show the rows in the order in which they will be served</source>
        <translation>按服务的先后顺序显示各行</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all rows as text</source>
        <translation>以文本复制所有行</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save all rows as CSV or JSON; the stage as SVG or PNG</source>
        <translation>将所有行存为 CSV 或 JSON；将舞台存为 SVG 或 PNG</translation>
    </message>
    <message numerus="yes">
        <source>%n contenders</source>
        <translation>
            <numerusform>%n 个竞争者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other nodes</source>
        <translation>
            <numerusform>%n 个其他节点</numerusform>
        </translation>
    </message>
    <message>
        <source>watches are drawn in order of service only</source>
        <translation>仅按服务顺序排列时才画出 watch</translation>
    </message>
    <message>
        <source>The lock is free</source>
        <translation>锁空闲</translation>
    </message>
    <message>
        <source>No lock selected</source>
        <translation>未选择锁</translation>
    </message>
    <message>
        <source>Select a lock to see who holds it and who waits.</source>
        <translation>选择一把锁，即可查看谁持有、谁在等待。</translation>
    </message>
    <message>
        <source>%1 could not be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Its contenders appear as soon as they are known.</source>
        <translation>一旦得知其竞争者，即在此显示。</translation>
    </message>
    <message>
        <source>%1 was not there</source>
        <translation>%1 当时不存在</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 已消失</translation>
    </message>
    <message>
        <source>The directory was deleted. When a client makes it again, it appears here.</source>
        <translation>锁目录已被删除。客户端重新创建后，会在此显示。</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>No such directory has been seen under %1.</source>
        <translation>在 %1 之下没有见过这个锁目录。</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy all as text</source>
        <translation>以文本复制全部</translation>
    </message>
    <message>
        <source>Sort in service order</source>
        <translation>按服务顺序排序</translation>
    </message>
    <message>
        <source>Export queue</source>
        <translation>导出队列</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON (*.json)</source>
        <translation>CSV (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>%1 could not be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>No lock is known here</source>
        <translation>这里没有已知的锁</translation>
    </message>
    <message>
        <source>%1 has no contender, and none has been seen: whether clients take it as a lock is not known.</source>
        <translation>%1 没有竞争者，也没有见过：客户端是否把它当作锁，无从得知。</translation>
    </message>
    <message>
        <source>The lock was free</source>
        <translation>当时锁是空闲的</translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n 个成员</numerusform>
        </translation>
    </message>
    <message>
        <source>watch assumed</source>
        <translation>推测的监视</translation>
    </message>
    <message>
        <source>watch confirmed</source>
        <translation>已确认的监视</translation>
    </message>
    <message>
        <source>watch that should not be there</source>
        <translation>不应存在的监视</translation>
    </message>
    <message>
        <source>The lock did not exist at this moment.</source>
        <translation>此刻该锁尚不存在。</translation>
    </message>
    <message>
        <source>The directory had been deleted when the connection was lost.</source>
        <translation>连接断开时该目录已被删除。</translation>
    </message>
    <message>
        <source>waits, as assumed</source>
        <translation>等待（推测）</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>No client here holds it</source>
        <translation>这里没有客户端持有它</translation>
    </message>
    <message>
        <source>Of %1 only what simulated clients ask for is known: another program may hold it.</source>
        <translation>对于 %1，只知道模拟客户端请求的内容：可能有另一个程序持有它。</translation>
    </message>
    <message>
        <source>Dashed: watches that the recipe calls for. Only a server knows which watches exist.</source>
        <translation>虚线：配方要求的 watch。实际有哪些 watch，只有服务器知道。</translation>
    </message>
    <message>
        <source>No client has asked for it yet.</source>
        <translation>还没有客户端请求它。</translation>
    </message>
    <message>
        <source>No client held %1 and none waited when the connection was lost.</source>
        <translation>连接断开时，没有人持有 %1，也没有人等待。</translation>
    </message>
    <message>
        <source>No client holds %1 and none waits. The next client to ask holds it at once.</source>
        <translation>无人持有 %1，也无人等待。下一个请求的客户端会立即持有。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueView</name>
    <message>
        <source>no contender</source>
        <translation>非竞争者</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RateChart</name>
    <message>
        <source>Acquisitions a second</source>
        <translation>每秒获取次数</translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>共 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Hatched: %1 came and went unseen</source>
        <translation>斜线：%1 次来去未被看到</translation>
    </message>
    <message>
        <source>How often the lock was granted, by when. What came and went between two readings of the directory is counted by the server and drawn hatched: some of them may have given up.</source>
        <translation>各时刻授予锁的频度。在两次读取锁目录之间来了又走的，由服务器计数并以斜线画出：其中有些可能是放弃的。</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>No client was seen to get the lock yet.</source>
        <translation>尚未看到有谁获得锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecipeCard</name>
    <message>
        <source>fair</source>
        <translation>公平</translation>
    </message>
    <message>
        <source>Served in the order of arrival</source>
        <translation>按到达顺序服务</translation>
    </message>
    <message>
        <source>reentrant</source>
        <translation>可重入</translation>
    </message>
    <message>
        <source>Its holder may take it again</source>
        <translation>持有者可以再次获取</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Several may hold it at once</source>
        <translation>可由多个同时持有</translation>
    </message>
    <message>
        <source>herd-free</source>
        <translation>无羊群效应</translation>
    </message>
    <message>
        <source>R: readers</source>
        <translation>R：读者数</translation>
    </message>
    <message>
        <source>m: writers before them</source>
        <translation>m：其前的写者数</translation>
    </message>
    <message>
        <source>k: readers behind a writer</source>
        <translation>k：写者之后的读者数</translation>
    </message>
    <message>
        <source>Broken on purpose</source>
        <translation>故意写错的</translation>
    </message>
    <message>
        <source>Its name on the command line and in scenarios</source>
        <translation>在命令行和场景中的名称</translation>
    </message>
    <message>
        <source>Requests, lock free</source>
        <translation>请求数，锁空闲时</translation>
    </message>
    <message>
        <source>Requests, lock taken</source>
        <translation>请求数，锁被占时</translation>
    </message>
    <message>
        <source>Events per release</source>
        <translation>每次释放的事件数</translation>
    </message>
    <message>
        <source>Requests per release</source>
        <translation>每次释放的请求数</translation>
    </message>
    <message>
        <source>What goes wrong: %1</source>
        <translation>出错之处：%1</translation>
    </message>
    <message>
        <source>not %1</source>
        <translation>不具备：%1</translation>
    </message>
    <message>
        <source>A release wakes only the clients that it concerns</source>
        <translation>一次释放只唤醒与之有关的等待者</translation>
    </message>
    <message>
        <source>N: waiters</source>
        <translation>N：等待者数</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecipeList</name>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Sound recipes</source>
        <translation>正确的配方</translation>
    </message>
    <message>
        <source>Broken on purpose</source>
        <translation>故意写错的</translation>
    </message>
    <message>
        <source>Broken on purpose: %1
%2</source>
        <translation>故意写错的：%1
%2</translation>
    </message>
    <message>
        <source>%1
It needs several Redis servers: Connection ▸ Redis and databases ▸ Redis.</source>
        <translation>%1
它需要多台 Redis 服务器：连接 ▸ Redis 和数据库 ▸ Redis。</translation>
    </message>
    <message>
        <source>%1, broken on purpose</source>
        <translation>%1，故意写错的</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecipePanel</name>
    <message>
        <source>fair</source>
        <translation>公平</translation>
    </message>
    <message>
        <source>not fair</source>
        <translation>不公平</translation>
    </message>
    <message>
        <source>no herd</source>
        <translation>无羊群效应</translation>
    </message>
    <message>
        <source>herd</source>
        <translation>有羊群效应</translation>
    </message>
    <message>
        <source>reentrant</source>
        <translation>可重入</translation>
    </message>
    <message>
        <source>not reentrant</source>
        <translation>不可重入</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>one holder</source>
        <translation>单一持有者</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Broken on purpose</source>
        <translation>故意写错的</translation>
    </message>
    <message>
        <source>One release, with %1 waiting</source>
        <translation>一次释放，有 %1 个等待者时</translation>
    </message>
    <message>
        <source>One release, if %1 waited</source>
        <translation>一次释放，假设有 %1 个等待者</translation>
    </message>
    <message>
        <source>promises nothing</source>
        <translation>不作任何保证</translation>
    </message>
    <message>
        <source>Only this side decides here: no request.</source>
        <translation>此处只由本方判断：不发请求。</translation>
    </message>
    <message>
        <source>It asks for nothing now.</source>
        <translation>它现在没有发出请求。</translation>
    </message>
    <message>
        <source>It stopped here.</source>
        <translation>它停在这里。</translation>
    </message>
    <message>
        <source>It believes that it holds: its node is gone, and it has not heard of that.</source>
        <translation>它自认为持有：其节点已消失，而它尚未得知。</translation>
    </message>
    <message>
        <source>It holds. Nothing is sent until it releases.</source>
        <translation>它持有锁。释放之前不会发送任何请求。</translation>
    </message>
    <message>
        <source>Select a simulated client, or a row of the queue: its algorithm appears here, line by line.</source>
        <translation>选择一个模拟客户端，或队列中的一行：其算法会逐行显示在这里。</translation>
    </message>
    <message>
        <source>Not there at this instant</source>
        <translation>此刻不存在</translation>
    </message>
    <message>
        <source>The selected client is not there yet, or not any more. Select another one.</source>
        <translation>所选的客户端尚未出现，或已经消失。请另选一个。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The names in %1 are of no known family, and so it is not known which algorithm their clients follow.</source>
        <translation>%1 中的名称不属于任何已知的方言，因此不知道其客户端遵循哪种算法。</translation>
    </message>
    <message>
        <source>No lock</source>
        <translation>不加锁</translation>
    </message>
    <message>
        <source>%1 reads a number and writes it one higher, without taking a lock: others may do the same in between.</source>
        <translation>%1 不获取锁，直接读出一个数并写回加一的值：其间别人可能也在这样做。</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>%1 is a client of another program and has no node in %2 now. Its requests and what it says are in the Journal.</source>
        <translation>%1 是其他程序的客户端，目前在 %2 中没有节点。它的请求和它所说的都在“日志”面板中。</translation>
    </message>
    <message>
        <source>Clients of other programs do not report their steps. This is what clients with %1 names are known to do; of this one only its node and its watch can be seen.</source>
        <translation>其他程序的客户端不会报告自己的步骤。这里显示的是使用 %1 命名的客户端已知的做法；对于这一个，只能看到它的节点和 watch。</translation>
    </message>
    <message>
        <source>No client is selected</source>
        <translation>未选择客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecipeReadingText</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · %2 per acquire</source>
        <translation>%1 · 每次获取 %2</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>session over</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>my node</source>
        <translation>我的节点</translation>
    </message>
    <message>
        <source>I watch</source>
        <translation>我监听</translation>
    </message>
    <message>
        <source>my place</source>
        <translation>我的位置</translation>
    </message>
    <message>
        <source>token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>The fencing token: the czxid of its node, which grows from holder to holder</source>
        <translation>栅栏令牌：其节点的 czxid，逐个持有者递增</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>已获取</translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>watch events</source>
        <translation>watch 事件</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>No server told which watches there are.</source>
        <translation>没有服务器告知有哪些 watch。</translation>
    </message>
    <message>
        <source>it watches</source>
        <translation>它监听</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>its node</source>
        <translation>它的节点</translation>
    </message>
    <message>
        <source>its place</source>
        <translation>它的位置</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待定</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordingFlow</name>
    <message>
        <source>Recordings (*.lockscope);;All files (*)</source>
        <translation>录制 (*.lockscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open recording</source>
        <translation>打开录制</translation>
    </message>
    <message>
        <source>Save recording</source>
        <translation>保存录制</translation>
    </message>
    <message>
        <source>The recording was not saved.</source>
        <translation>录制未保存。</translation>
    </message>
    <message>
        <source>Saved, but without its bookmarks.</source>
        <translation>已保存，但不含书签。</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n events to %1</source>
        <translation>
            <numerusform>已将 %n 个事件保存到 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n events are not kept any more: it begins with what was the case after them.</source>
        <translation>
            <numerusform>最初的 %n 个事件已不再保留：录制从其后的状态开始。</numerusform>
        </translation>
    </message>
    <message>
        <source>No recording of what happened here was saved.</source>
        <translation>此处发生的事情尚未保存为录制。</translation>
    </message>
    <message>
        <source>&amp;Don’t ask again</source>
        <translation>不再询问(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save recording…</source>
        <translation>保存录制(&amp;S)…</translation>
    </message>
    <message numerus="yes">
        <source>%n events have come since the recording was saved.</source>
        <translation>
            <numerusform>自保存录制以来又发生了 %n 个事件。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordingPage</name>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>A recording: there is no server to ask.</source>
        <translation>这是录制：没有可询问的服务器。</translation>
    </message>
    <message>
        <source>Close recording</source>
        <translation>关闭录制</translation>
    </message>
    <message>
        <source>There are no bookmarks.</source>
        <translation>没有书签。</translation>
    </message>
    <message>
        <source>Begun %1, %2 events.</source>
        <translation>开始于 %1，共 %2 个事件。</translation>
    </message>
    <message>
        <source>The bookmarks were not kept.</source>
        <translation>书签未能保存。</translation>
    </message>
    <message>
        <source>No contender was left at its end: this is when most contended.</source>
        <translation>结尾时已没有竞争者：此处显示的是竞争者最多的时刻。</translation>
    </message>
    <message>
        <source>It has no event %1: this is its end.</source>
        <translation>它没有事件 %1：这是它的结尾。</translation>
    </message>
    <message>
        <source>Recording “%1”: nothing here is live</source>
        <translation>录制“%1”：此处均非实时</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseDialog</name>
    <message>
        <source>for %1 min</source>
        <translation>等待 %1 分钟</translation>
    </message>
    <message>
        <source>for %1 s</source>
        <translation>等待 %1 秒</translation>
    </message>
    <message>
        <source>&amp;Ask it to release</source>
        <translation>请求它释放(&amp;A)</translation>
    </message>
    <message>
        <source>Copy incident &amp;note</source>
        <translation>复制事故记录(&amp;N)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Time left for the holder</source>
        <translation>留给持有者的剩余时间</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>What would be done</source>
        <translation>将要执行的操作</translation>
    </message>
    <message>
        <source>How long the holder is waited for</source>
        <translation>等待持有者多久</translation>
    </message>
    <message>
        <source>It was asked already: “%1” stands in its node.</source>
        <translation>已经请求过：其节点中写有“%1”。</translation>
    </message>
    <message>
        <source>The first rung: “%1” is written into its node. Whether it listens is not known.</source>
        <translation>第一步：将“%1”写入其节点。它是否监听尚不可知。</translation>
    </message>
    <message>
        <source>The first rung: it watches its own node, and “%1” is written there.</source>
        <translation>第一步：它监听自己的节点，“%1”将写在那里。</translation>
    </message>
    <message>
        <source>It does not watch its own node: “%1” would very likely not be heard.</source>
        <translation>它没有监听自己的节点：“%1”很可能不会被它看到。</translation>
    </message>
    <message>
        <source>Delete several nodes</source>
        <translation>删除多个节点</translation>
    </message>
    <message>
        <source>Release a lock</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>Take out of the queue</source>
        <translation>移出等待队列</translation>
    </message>
    <message>
        <source>Type the lock’s name to confirm: %1</source>
        <translation>输入锁的名称以确认：%1</translation>
    </message>
    <message>
        <source>&amp;Delete this node</source>
        <translation>删除此节点(&amp;D)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Delete these %n nodes</source>
        <translation>
            <numerusform>删除这 %n 个节点(&amp;D)</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reading the node again, then deleting it…</source>
        <translation>正在重新读取节点，随后删除…</translation>
    </message>
    <message>
        <source>Reading the nodes again, then deleting them…</source>
        <translation>正在重新读取这些节点，随后删除…</translation>
    </message>
    <message>
        <source>Asking the holder; waiting for its node to go…</source>
        <translation>正在请求持有者；等待其节点消失…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 已消失。</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes are gone.</source>
        <translation>
            <numerusform>%n 个节点已消失。</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted.</source>
        <translation>已删除。</translation>
    </message>
    <message>
        <source>It is written down in the audit file.</source>
        <translation>已记入审计文件。</translation>
    </message>
    <message>
        <source>Not known whether the node was deleted.</source>
        <translation>不知道节点是否已删除。</translation>
    </message>
    <message>
        <source>Nothing was deleted yet: what is deleted cannot be made certain.</source>
        <translation>尚未删除任何节点：无法确定会删掉什么。</translation>
    </message>
    <message>
        <source>%1 Delete once more goes on all the same.</source>
        <translation>%1再次点击“删除”则仍会继续。</translation>
    </message>
    <message>
        <source>Nothing was deleted: something changed meanwhile.</source>
        <translation>未删除任何节点：其间情况有变。</translation>
    </message>
    <message>
        <source>%1 Below is how it stands now.</source>
        <translation>%1下面是现在的情况。</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>未删除任何节点。</translation>
    </message>
    <message>
        <source>Nothing is left to release.</source>
        <translation>已没有可释放的。</translation>
    </message>
    <message>
        <source>%1 went while this was open.</source>
        <translation>此窗口打开期间，%1 已消失。</translation>
    </message>
    <message>
        <source>All of these nodes went while this was open.</source>
        <translation>此窗口打开期间，这些节点已全部消失。</translation>
    </message>
    <message>
        <source>The word stays in the node. The next rung is to delete it.</source>
        <translation>字样留在节点中。下一步是删除节点。</translation>
    </message>
    <message>
        <source>Released.</source>
        <translation>已释放。</translation>
    </message>
    <message>
        <source>%1 went %2 after its holder was asked.</source>
        <translation>%1 已消失：距请求持有者 %2。</translation>
    </message>
    <message>
        <source>The holder did not answer within %1: it keeps the lock.</source>
        <translation>持有者在 %1 内没有回应：它仍保留着锁。</translation>
    </message>
    <message>
        <source>The holder was asked; its answer was not waited for.</source>
        <translation>已请求持有者；未等待其回应。</translation>
    </message>
    <message>
        <source>Not known whether the holder was asked.</source>
        <translation>不知道是否已请求持有者。</translation>
    </message>
    <message>
        <source>The holder was not asked.</source>
        <translation>未请求持有者。</translation>
    </message>
    <message>
        <source>It was asked. It may be waited for once more.</source>
        <translation>已请求过。可以再等一次。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseFacts</name>
    <message>
        <source>No permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Release the lock %1?</source>
        <translation>释放锁 %1？</translation>
    </message>
    <message>
        <source>Release %1’s lock on %2?</source>
        <translation>释放 %1 在 %2 上的锁？</translation>
    </message>
    <message>
        <source>Take %1 out of the queue of %2?</source>
        <translation>将 %1 移出 %2 的等待队列？</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n nodes of %1 together?</source>
        <translation>
            <numerusform>同时删除 %n 个节点（%1）？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %1 nodes of %n locks together?</source>
        <translation>
            <numerusform>同时删除 %1 个节点（属于 %n 把锁）？</numerusform>
        </translation>
    </message>
    <message>
        <source>held</source>
        <translation>曾持有</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>曾等待</translation>
    </message>
    <message>
        <source>%1, there for %2</source>
        <translation>%1，已存在 %2</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1，已有 %2</translation>
    </message>
    <message>
        <source>not named; a record belongs to no session</source>
        <translation>未写明；记录不属于任何会话</translation>
    </message>
    <message>
        <source>%1, as the record says; it belongs to no session</source>
        <translation>记录中写的是 %1；记录不属于任何会话</translation>
    </message>
    <message>
        <source>none: the node is persistent and no session&apos;s end takes it away</source>
        <translation>无：节点是持久的，不会随任何会话结束而消失</translation>
    </message>
    <message>
        <source>%1, simulated here</source>
        <translation>%1，此处模拟</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>the session is connected</source>
        <translation>会话已连接</translation>
    </message>
    <message>
        <source>no server has a connection of it; it ends in %1 if nothing is heard</source>
        <translation>没有服务器与它连接；若无音讯，会话将在 %1 后结束</translation>
    </message>
    <message>
        <source>no server has a connection of it, though the session is open</source>
        <translation>没有服务器与它连接，但会话仍未结束</translation>
    </message>
    <message>
        <source>no server knows the session any more</source>
        <translation>已没有服务器知道此会话</translation>
    </message>
    <message>
        <source>not known: the servers were not asked</source>
        <translation>未知：未询问服务器</translation>
    </message>
    <message>
        <source>not known: no server told</source>
        <translation>未知：没有服务器告知</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>who</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>last heard</source>
        <translation>最近音讯</translation>
    </message>
    <message>
        <source>until</source>
        <translation>截止</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建于</translation>
    </message>
    <message>
        <source>%1 · czxid %2</source>
        <translation>%1 · czxid %2</translation>
    </message>
    <message>
        <source>Nodes to delete</source>
        <translation>要删除的节点</translation>
    </message>
    <message>
        <source>Then holds</source>
        <translation>随后持有</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>已等待 %1</translation>
    </message>
    <message>
        <source>and %1 more at once</source>
        <translation>另有 %1 个同时持有</translation>
    </message>
    <message>
        <source>Still waiting</source>
        <translation>仍在等待</translation>
    </message>
    <message numerus="yes">
        <source>%n others, order unchanged</source>
        <translation>
            <numerusform>另外 %n 个，顺序不变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not known; %n sessions watch the node</source>
        <translation>
            <numerusform>未知；有 %n 个会话监听此节点</numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>no contender</source>
        <translation>不是竞争者</translation>
    </message>
    <message>
        <source>Delete the node of %1 in %2?</source>
        <translation>删除 %2 中 %1 的节点？</translation>
    </message>
    <message>
        <source>no client</source>
        <translation>无</translation>
    </message>
    <message>
        <source>connected: heard from %1 before the servers were asked</source>
        <translation>已连接：询问服务器之前 %1 收到过消息</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseFlow</name>
    <message>
        <source>The release of %1:</source>
        <translation>释放 %1：</translation>
    </message>
    <message>
        <source>Asking for the release of %1:</source>
        <translation>请求释放 %1：</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReportDialog</name>
    <message>
        <source>Timeline around the instant</source>
        <translation>该时刻前后的时间线</translation>
    </message>
    <message>
        <source>With pictures: stage, timeline, wait-for graph</source>
        <translation>包含图片：舞台、时间线、等待图</translation>
    </message>
    <message>
        <source>With what owners wrote into their nodes</source>
        <translation>包含所有者写入节点的内容</translation>
    </message>
    <message>
        <source>Incident report</source>
        <translation>事故报告</translation>
    </message>
    <message>
        <source>&amp;Locks</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>since the holder came</source>
        <translation>自持有者到来起</translation>
    </message>
    <message>
        <source>Events &amp;before it</source>
        <translation>此前的事件(&amp;B)</translation>
    </message>
    <message>
        <source>Events &amp;after it</source>
        <translation>此后的事件(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>What happened, who noticed, what was done</source>
        <translation>发生了什么，谁发现的，做了什么</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>%1, as it is when the report is saved. For an earlier instant, go back in time first.</source>
        <translation>%1，以保存报告时的状态为准。若要更早的时刻，请先回退到那里。</translation>
    </message>
    <message>
        <source>%1, as it was at %2</source>
        <translation>%1，%2 时的状态</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在写入报告…</translation>
    </message>
    <message>
        <source>The report was not saved.</source>
        <translation>报告未保存。</translation>
    </message>
    <message>
        <source>%1: %2. Choose another place.</source>
        <translation>%1：%2。请另选位置。</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Off where the data are confidential: they may be anything</source>
        <translation>内容不宜外传时请关闭：其中可能写着任何东西</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ScenarioFlow</name>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>退回一步</translation>
    </message>
    <message>
        <source>Open scenario</source>
        <translation>打开场景</translation>
    </message>
    <message>
        <source>Scenarios (*.json);;All files (*)</source>
        <translation>场景 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The scenario cannot be run as it stands.</source>
        <translation>此场景目前的内容无法运行。</translation>
    </message>
    <message>
        <source>Another one is running: wait for it, or stop it.</source>
        <translation>另一个场景正在运行：请等它结束，或停止它。</translation>
    </message>
    <message>
        <source>The scenario was not run.</source>
        <translation>场景未运行。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The scenario was stopped.</source>
        <translation>场景已停止。</translation>
    </message>
    <message>
        <source>The scenario did not run.</source>
        <translation>场景没有运行。</translation>
    </message>
    <message>
        <source>This is a production ensemble. The scenario and its clients write to %1. What they made is deleted when it ends.</source>
        <translation>这是生产集群。该场景及其客户端会写入 %1。场景结束时，它们所创建的内容会被删除。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ScenarioStrip</name>
    <message>
        <source>Step back: what was before this step</source>
        <translation>退回一步：显示此步骤之前的状态</translation>
    </message>
    <message>
        <source>Next step (Space)</source>
        <translation>下一步（空格）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Result…</source>
        <translation>结果…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation>已完成的步骤</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>退回一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Starting its clients…</source>
        <translation>正在启动场景的客户端…</translation>
    </message>
    <message>
        <source>Before the first step</source>
        <translation>第一步之前</translation>
    </message>
    <message>
        <source>Back at step %1 of %2: %3</source>
        <translation>已退回到第 %1 步，共 %2 步：%3</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>第 %1 步，共 %2 步：%3</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on with the next step</source>
        <translation>从下一步继续</translation>
    </message>
    <message>
        <source>Begin no further step; time limits of the clients stand still</source>
        <translation>不再开始下一步；客户端的时限停住不动</translation>
    </message>
    <message>
        <source>Space: step %1 of %2. What happens?</source>
        <translation>空格键：第 %1 步，共 %2 步。会发生什么？</translation>
    </message>
    <message>
        <source>Space: step %1 of %2: %3</source>
        <translation>空格键：第 %1 步，共 %2 步：%3</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Scrubber</name>
    <message>
        <source>Position in time</source>
        <translation>时间位置</translation>
    </message>
    <message>
        <source>%1 · event %2
%3</source>
        <translation>%1 · 事件 %2
%3</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>在末尾</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SecurityFields</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>User of the digest login</source>
        <translation>digest 登录的用户</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Encrypt with &amp;TLS</source>
        <translation>用 TLS 加密(&amp;T)</translation>
    </message>
    <message>
        <source>those that this system trusts</source>
        <translation>此系统信任的机构</translation>
    </message>
    <message>
        <source>File of trusted authorities</source>
        <translation>受信任的 CA 文件</translation>
    </message>
    <message>
        <source>none; PEM or PKCS#12</source>
        <translation>无；PEM 或 PKCS#12</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>in the certificate&apos;s file</source>
        <translation>在证书文件中</translation>
    </message>
    <message>
        <source>Key of the client certificate</source>
        <translation>客户端证书的密钥</translation>
    </message>
    <message>
        <source>if the key is encrypted</source>
        <translation>密钥已加密时填写</translation>
    </message>
    <message>
        <source>Passphrase of the key</source>
        <translation>密钥的口令</translation>
    </message>
    <message>
        <source>Do not &amp;verify the server</source>
        <translation>不验证服务器(&amp;V)</translation>
    </message>
    <message>
        <source>Anybody on the way can pose as the server, read along and learn the password. A warning stays in the connection bar.</source>
        <translation>途中的任何人都可以冒充服务器、窃听内容并得到密码。连接栏中会一直显示警告。</translation>
    </message>
    <message>
        <source>in the desktop&apos;s keychain</source>
        <translation>在桌面的密钥环中</translation>
    </message>
    <message>
        <source>until Lockscope ends</source>
        <translation>直到 Lockscope 退出</translation>
    </message>
    <message>
        <source>nowhere: ask each time</source>
        <translation>不保存：每次询问</translation>
    </message>
    <message>
        <source>SASL (Kerberos) is not in the ZooKeeper C client of this build; servers that demand it do not let Lockscope in.</source>
        <translation>此版本所用的 ZooKeeper C 客户端不含 SASL (Kerberos)；要求 SASL 的服务器不会接受 Lockscope。</translation>
    </message>
    <message>
        <source>&amp;Digest login</source>
        <translation>Digest 登录(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keep secrets</source>
        <translation>保存机密(&amp;K)</translation>
    </message>
    <message>
        <source>CA &amp;file</source>
        <translation>CA 文件(&amp;F)</translation>
    </message>
    <message>
        <source>Trusted authorities</source>
        <translation>受信任的 CA</translation>
    </message>
    <message>
        <source>C&amp;ertificate</source>
        <translation>证书(&amp;E)</translation>
    </message>
    <message>
        <source>Ke&amp;y</source>
        <translation>密钥(&amp;Y)</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>口令(&amp;P)</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a file: %1</source>
        <translation>选择文件：%1</translation>
    </message>
    <message>
        <source>Certificates and keys (*.pem *.crt *.cer *.key *.p12 *.pfx);;All files (*)</source>
        <translation>证书和密钥 (*.pem *.crt *.cer *.key *.p12 *.pfx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>the kept password</source>
        <translation>已保存的密码</translation>
    </message>
    <message>
        <source>The password has no user: fill in the user, or clear the password.</source>
        <translation>填了密码但没有用户：请填写用户，或清除密码。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Selection</name>
    <message>
        <source>Copy lock path</source>
        <translation>复制锁路径</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>This lock only</source>
        <translation>仅此锁</translation>
    </message>
    <message numerus="yes">
        <source>Copy %n sessions</source>
        <translation>
            <numerusform>复制 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy session</source>
        <translation>复制会话</translation>
    </message>
    <message numerus="yes">
        <source>Copy %n addresses</source>
        <translation>
            <numerusform>复制 %n 个地址</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Read the selected lock again (besides its watch)</source>
        <translation>重新读取所选的锁（在其 watch 之外）</translation>
    </message>
    <message>
        <source>This connection only observes.</source>
        <translation>此连接仅观察。</translation>
    </message>
    <message>
        <source>It waits without a node: there is nothing to release.</source>
        <translation>它没有节点也在等待：没有可释放的。</translation>
    </message>
    <message numerus="yes">
        <source>Release these %n nodes…</source>
        <translation>
            <numerusform>释放这 %n 个节点…</numerusform>
        </translation>
    </message>
    <message>
        <source>Release node…</source>
        <translation>释放节点…</translation>
    </message>
    <message numerus="yes">
        <source>Copy %n node paths</source>
        <translation>
            <numerusform>复制 %n 个节点路径</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy node path</source>
        <translation>复制节点路径</translation>
    </message>
    <message>
        <source>Show only what concerns the selected lock, in the Timeline, the Journal and the Findings</source>
        <translation>在时间线、日志和发现中，只显示与所选锁有关的内容</translation>
    </message>
    <message>
        <source>Show only what concerns %1, in the Timeline, the Journal and the Findings</source>
        <translation>在时间线、日志和发现中，只显示与 %1 有关的内容</translation>
    </message>
    <message>
        <source>Holder releases the lock</source>
        <translation>让持有者释放锁</translation>
    </message>
    <message>
        <source>Only nodes of an ensemble are released here. Simulated clients release what they hold themselves.</source>
        <translation>这里只释放集群的节点。模拟客户端自己释放它们持有的锁。</translation>
    </message>
    <message>
        <source>What is shown is not live: what would be deleted is not known.</source>
        <translation>显示的不是实时状态：无法知道会删除什么。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerLogDialog</name>
    <message>
        <source>Server log</source>
        <translation>服务器日志</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The log cannot be read: %1</source>
        <translation>无法读取日志：%1</translation>
    </message>
    <message>
        <source>… %1 bytes before
</source>
        <translation>… 前面还有 %1 字节
</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServersModel</name>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>AdminServer, words</source>
        <translation>AdminServer、四字命令</translation>
    </message>
    <message>
        <source>AdminServer</source>
        <translation>AdminServer</translation>
    </message>
    <message>
        <source>four-letter words</source>
        <translation>四字命令</translation>
    </message>
    <message>
        <source>at most %1 ms</source>
        <translation>最多 %1 ms</translation>
    </message>
    <message>
        <source>Its own clients&apos; watches of all kinds, with those that this program holds</source>
        <translation>它自己的客户端的各类 watch，包括本程序持有的</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>watch</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Outstanding</source>
        <translation>积压请求</translation>
    </message>
    <message>
        <source>Zxid</source>
        <translation>Zxid</translation>
    </message>
    <message>
        <source>Told by</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServersPanel</name>
    <message>
        <source>Servers of the ensemble</source>
        <translation>集群的服务器</translation>
    </message>
    <message>
        <source>Ask now</source>
        <translation>立即询问</translation>
    </message>
    <message>
        <source>Asks every server what it knows. While the window is in sight this happens by itself.</source>
        <translation>向每台服务器询问其所知。窗口可见时会自动进行。</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>杀死</translation>
    </message>
    <message>
        <source>Ends this server&apos;s process at once; its data stays</source>
        <translation>立即结束此服务器的进程；数据保留</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Starts it again on its data, after killing it if it runs</source>
        <translation>用其数据重新启动；若在运行则先杀死</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pauses its process, as in a long garbage collection</source>
        <translation>暂停其进程，如同长时间的垃圾回收</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Lets its process go on</source>
        <translation>让其进程继续运行</translation>
    </message>
    <message>
        <source>They know who each session is and what it watches.</source>
        <translation>服务器知道每个会话是谁，以及它监听什么。</translation>
    </message>
    <message>
        <source>A database: %1</source>
        <translation>数据库：%1</translation>
    </message>
    <message>
        <source>It knows connections, and neither sessions nor watches. What it did is read from the log that simulated clients write in it.</source>
        <translation>它知道连接，但不知道会话和 watch。它做过什么，从模拟客户端写在其中的日志读取。</translation>
    </message>
    <message>
        <source>A Redis server</source>
        <translation>Redis 服务器</translation>
    </message>
    <message>
        <source>It knows neither sessions nor watches: there is nothing to ask it. What a private one did is read from its log of writes.</source>
        <translation>它既不知道会话也不知道 watch：没有什么可问。私有服务器做过什么，从其写入日志读取。</translation>
    </message>
    <message>
        <source>The servers have not been asked</source>
        <translation>尚未询问服务器</translation>
    </message>
    <message>
        <source>sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>watches</source>
        <translation>watch</translation>
    </message>
    <message>
        <source>ephemeral nodes</source>
        <translation>临时节点</translation>
    </message>
    <message>
        <source>Sessions, watches and ephemeral nodes are as of %1 ago.</source>
        <translation>会话、watch 和临时节点为 %1 前的状况。</translation>
    </message>
    <message numerus="yes">
        <source>%n servers do not answer.</source>
        <translation>
            <numerusform>%n 个服务器没有应答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all is known of: %1.</source>
        <translation>信息不全：%1。</translation>
    </message>
    <message>
        <source>Updated %1 ago.</source>
        <translation>%1 前更新。</translation>
    </message>
    <message>
        <source>Does not report %1.</source>
        <translation>未提供：%1。</translation>
    </message>
    <message>
        <source>Would be reported with: %1</source>
        <translation>需要这样设置才会提供：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionController</name>
    <message>
        <source>%1 with a replica</source>
        <translation>%1（带副本）</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n servers</source>
        <translation>
            <numerusform>%1，%n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Private %1</source>
        <translation>私有 %1</translation>
    </message>
    <message numerus="yes">
        <source>Sandbox · %n servers</source>
        <translation>
            <numerusform>沙盒 · %n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Starting a private ZooKeeper…</source>
        <translation>正在启动私有 ZooKeeper…</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Starting a private %1…</source>
        <translation>正在启动私有 %1…</translation>
    </message>
    <message>
        <source>Reading the tree under %1…</source>
        <translation>正在读取 %1 下的树…</translation>
    </message>
    <message>
        <source>The tree under %1 could not be read.</source>
        <translation>无法读取 %1 下的树。</translation>
    </message>
    <message>
        <source>Nothing was done.</source>
        <translation>未做任何操作。</translation>
    </message>
    <message>
        <source>No release was planned for %1.</source>
        <translation>未能为 %1 制定释放计划。</translation>
    </message>
    <message>
        <source>No release was planned for these %1 nodes.</source>
        <translation>未能为这 %1 个节点制定释放计划。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SpawnDialog</name>
    <message>
        <source>Spawn simulated clients</source>
        <translation>启动模拟客户端</translation>
    </message>
    <message>
        <source>Each is a real connection of its own that asks for the lock, holds it and gives it back.</source>
        <translation>每个都是独立的真实连接：请求锁、持有、再释放。</translation>
    </message>
    <message>
        <source>Each is a real session of its own that asks for the lock, holds it and gives it back.</source>
        <translation>每个都是独立的真实会话：请求锁、持有、再释放。</translation>
    </message>
    <message>
        <source>Spawn</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Show how it breaks</source>
        <translation>演示如何出错</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>Runs the scenario in which it does, instead of these clients</source>
        <translation>不启动这些客户端，改为运行它出错的场景</translation>
    </message>
    <message>
        <source>Nodes that will be made</source>
        <translation>将创建的节点</translation>
    </message>
    <message>
        <source>a fresh one</source>
        <translation>新种子</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>A number: the same one draws the same faults and hold times again</source>
        <translation>一个数字：相同的种子会重现相同的故障和持有时间</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>随机种子(&amp;D)</translation>
    </message>
    <message>
        <source>Random faults, at each request</source>
        <translation>每次请求时的随机故障</translation>
    </message>
    <message>
        <source>The seed must be a whole number from 0 up, not “%1”; leave it empty for a fresh one.</source>
        <translation>随机种子必须是不小于 0 的整数，而不是“%1”；留空则用新种子。</translation>
    </message>
    <message>
        <source>This is a production ensemble: type the lock’s name to confirm.</source>
        <translation>这是生产环境的集群：请输入锁的名称以确认。</translation>
    </message>
    <message>
        <source>Type the lock’s name to confirm: %1</source>
        <translation>请输入锁的名称以确认：%1</translation>
    </message>
    <message>
        <source>The key that is the lock</source>
        <translation>作为锁的 key</translation>
    </message>
    <message>
        <source>Nothing would be made: there are no such names in this dialect</source>
        <translation>不会创建任何节点：此方言中没有这样的名称</translation>
    </message>
    <message>
        <source>Nodes to be made, not ephemeral, as in</source>
        <translation>将创建的节点（非临时），例如</translation>
    </message>
    <message>
        <source>Nodes to be made, as in</source>
        <translation>将创建的节点，例如</translation>
    </message>
    <message>
        <source>These clients would not exclude the clients that are there.</source>
        <translation>这些客户端与已有的客户端不会互斥。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SpawnFields</name>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>ZooKeeper&apos;s documentation</source>
        <translation>ZooKeeper 文档</translation>
    </message>
    <message>
        <source>Curator (Java)</source>
        <translation>Curator (Java)</translation>
    </message>
    <message>
        <source>kazoo (Python)</source>
        <translation>kazoo (Python)</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Locks, one a line</source>
        <translation>锁，每行一个</translation>
    </message>
    <message>
        <source>The locks, one a line, in the order in which they are taken</source>
        <translation>各个锁，每行一个，按获取的顺序</translation>
    </message>
    <message>
        <source>taken in sorted order, which cannot deadlock</source>
        <translation>按排序后的顺序获取，不会死锁</translation>
    </message>
    <message>
        <source>Number of clients</source>
        <translation>客户端数量</translation>
    </message>
    <message>
        <source>Name prefix</source>
        <translation>名称前缀</translation>
    </message>
    <message>
        <source>Their names begin so, and end with a number</source>
        <translation>名称以此开头，以编号结尾</translation>
    </message>
    <message>
        <source>Share of writers</source>
        <translation>写者比例</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Number of leases</source>
        <translation>租约数</translation>
    </message>
    <message>
        <source>Entries in each round</source>
        <translation>每轮进入次数</translation>
    </message>
    <message>
        <source>Threads of a process</source>
        <translation>每个进程的线程数</translation>
    </message>
    <message>
        <source>Connections of a pool</source>
        <translation>连接池的连接数</translation>
    </message>
    <message>
        <source>one each</source>
        <translation>各一个</translation>
    </message>
    <message>
        <source>So many they share, as threads share the pool of their process: each takes one when it begins to acquire and keeps it until it has released</source>
        <translation>全体客户端共用这么多连接，如同线程共用进程的连接池：各自在开始获取时占用一个，释放后才交还</translation>
    </message>
    <message>
        <source>until I release it</source>
        <translation>直到我释放</translation>
    </message>
    <message>
        <source>for a fixed time</source>
        <translation>固定时长</translation>
    </message>
    <message>
        <source>for a random time</source>
        <translation>随机时长</translation>
    </message>
    <message>
        <source>Hold time, or the least</source>
        <translation>持有时间，或其最小值</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Greatest hold time</source>
        <translation>最长持有时间</translation>
    </message>
    <message>
        <source>gives up after</source>
        <translation>超时放弃</translation>
    </message>
    <message>
        <source>Acquire timeout</source>
        <translation>获取超时</translation>
    </message>
    <message>
        <source>Session timeout</source>
        <translation>会话超时</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>∞ until stopped</source>
        <translation>∞ 直到停止</translation>
    </message>
    <message>
        <source>begin at once</source>
        <translation>立即开始</translation>
    </message>
    <message>
        <source>Else they wait for Acquire</source>
        <translation>否则等待“获取”命令</translation>
    </message>
    <message>
        <source>&amp;Lock</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Locks</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Clients</source>
        <translation>客户端(&amp;C)</translation>
    </message>
    <message>
        <source>named</source>
        <translation>名称前缀</translation>
    </message>
    <message>
        <source>&amp;Writers</source>
        <translation>写者(&amp;W)</translation>
    </message>
    <message>
        <source>of the clients, the others read</source>
        <translation>的客户端，其余为读者</translation>
    </message>
    <message>
        <source>Leas&amp;es</source>
        <translation>租约(&amp;E)</translation>
    </message>
    <message>
        <source>so many may hold at once</source>
        <translation>个可同时持有</translation>
    </message>
    <message>
        <source>&amp;Entries</source>
        <translation>进入(&amp;E)</translation>
    </message>
    <message>
        <source>nested, in each round</source>
        <translation>次，每轮嵌套</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>线程(&amp;T)</translation>
    </message>
    <message>
        <source>share what the process holds</source>
        <translation>个，共用进程所持有的锁</translation>
    </message>
    <message>
        <source>Connec&amp;tions</source>
        <translation>连接(&amp;T)</translation>
    </message>
    <message>
        <source>of the database, shared by all</source>
        <translation>数据库连接，全体共用</translation>
    </message>
    <message>
        <source>&amp;Node names as</source>
        <translation>节点命名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Holds</source>
        <translation>持有(&amp;H)</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Sess&amp;ion timeout</source>
        <translation>会话超时(&amp;I)</translation>
    </message>
    <message>
        <source>R&amp;ounds</source>
        <translation>轮数(&amp;O)</translation>
    </message>
    <message>
        <source>T&amp;ime limit</source>
        <translation>时限(&amp;I)</translation>
    </message>
    <message>
        <source>Time limit of the key</source>
        <translation>key 的时限</translation>
    </message>
    <message>
        <source>10 s</source>
        <translation>10 秒</translation>
    </message>
    <message>
        <source>as the connection</source>
        <translation>与连接相同</translation>
    </message>
    <message>
        <source>After so long the key goes by itself, where the recipe gives it a limit</source>
        <translation>若配方为 key 设了时限，到时 key 会自行消失</translation>
    </message>
    <message>
        <source>After so long without a word the server ends a session; it grants from 2 to 20 of its ticks</source>
        <translation>超过此时长没有消息，服务器就结束会话；允许范围为服务器的 2 至 20 个 tick</translation>
    </message>
    <message>
        <source>Whose names the nodes have, so that such clients queue together</source>
        <translation>节点采用哪个库的命名，以便与该库的客户端排在同一队列</translation>
    </message>
    <message>
        <source>This recipe has names in one dialect only</source>
        <translation>此配方只有一种方言的名称</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SpawnFlow</name>
    <message>
        <source>This connection is observe-only: simulated clients would write.</source>
        <translation>此连接为仅观察：模拟客户端会写入。</translation>
    </message>
    <message>
        <source>Not connected: clients can be spawned when the connection is back.</source>
        <translation>未连接：连接恢复后才能启动客户端。</translation>
    </message>
    <message numerus="yes">
        <source>Starting %n clients…</source>
        <translation>
            <numerusform>正在启动 %n 个客户端…</numerusform>
        </translation>
    </message>
    <message>
        <source>No client was started.</source>
        <translation>未启动任何客户端。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StageCardText</name>
    <message>
        <source>no node</source>
        <translation>无节点</translation>
    </message>
    <message>
        <source>connection %1</source>
        <translation>连接 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>or lost its wake-up</source>
        <translation>或丢失了唤醒</translation>
    </message>
    <message>
        <source>holds? %1</source>
        <translation>持有？%1</translation>
    </message>
    <message>
        <source>gives it back</source>
        <translation>正在归还</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>its node is gone</source>
        <translation>节点已消失</translation>
    </message>
    <message>
        <source>no token</source>
        <translation>无令牌</translation>
    </message>
    <message>
        <source>believes it holds</source>
        <translation>自认为持有</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StageDrawingText</name>
    <message>
        <source>CRITICAL SECTION</source>
        <translation>临界区</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>+%1 个</translation>
    </message>
    <message>
        <source>Stage of %1</source>
        <translation>%1 的舞台</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>a group: none is known to wait</source>
        <translation>一个组：没有已知的等待者</translation>
    </message>
    <message>
        <source>holder not known</source>
        <translation>持有者未知</translation>
    </message>
    <message>
        <source>not held now</source>
        <translation>当前无人持有</translation>
    </message>
    <message>
        <source>no lock is taken</source>
        <translation>未获取锁</translation>
    </message>
    <message numerus="yes">
        <source>on %1 of %n servers</source>
        <translation>
            <numerusform>在 %n 台服务器中的 %1 台上</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StagePanel</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StageView</name>
    <message>
        <source>Stage</source>
        <translation>舞台</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StartPage</name>
    <message>
        <source>today, %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday, %1</source>
        <translation>昨天 %1</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>observe only</source>
        <translation>仅观察</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>See who holds a ZooKeeper lock, who waits for whom, and what a release does.</source>
        <translation>看清谁持有 ZooKeeper 锁、谁在等谁，以及释放会带来什么。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>连接配置</translation>
    </message>
    <message>
        <source>Recent connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起始页</translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙盒</translation>
    </message>
    <message>
        <source>A private ZooKeeper on this machine, started for you and gone with the program. Break it as you like.</source>
        <translation>本机上的私有 ZooKeeper，自动启动，随程序退出而消失。可以随意破坏。</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Your ensemble</source>
        <translation>自己的集群</translation>
    </message>
    <message>
        <source>Watch the locks of a real ZooKeeper, live. Observe-only connections write nothing at all.</source>
        <translation>实时查看真实 ZooKeeper 上的锁。仅观察的连接不写入任何内容。</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>服务器种类</translation>
    </message>
    <message>
        <source>On this machine, gone with the connection</source>
        <translation>在本机上，随连接断开而消失</translation>
    </message>
    <message>
        <source>Locks that are a key or a row: the same clients, faults and pictures.</source>
        <translation>以一个 key 或一行为锁：客户端、故障和图示都一样。</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Lectures, a step at a time: each runs on a server of its own, and says what came of it</source>
        <translation>逐步讲解：每个场景在自己的服务器上运行，并给出结果</translation>
    </message>
    <message>
        <source>Learn…</source>
        <translation>学习…</translation>
    </message>
    <message>
        <source>How these locks work and break, in lessons: you cause it yourself, step by step</source>
        <translation>以课程讲解这些锁如何工作、如何出错：由您自己一步一步引发</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>A lock step by step: you choose what happens next, and take it back</source>
        <translation>逐步运行一把锁：自行选择接下来发生什么，也可撤销</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开录制…</translation>
    </message>
    <message>
        <source>What happened once, without a server</source>
        <translation>重看曾经发生的事，无需服务器</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>Connect to %1 again</source>
        <translation>重新连接到 %1</translation>
    </message>
    <message>
        <source>Take it off this list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Forget %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>root %1</source>
        <translation>根节点 %1</translation>
    </message>
    <message>
        <source>Start private server</source>
        <translation>启动私有服务器</translation>
    </message>
    <message>
        <source>Connect to…</source>
        <translation>连接到…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StepsPanel</name>
    <message>
        <source>crash</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>end its session</source>
        <translation>结束其会话</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>lose the request</source>
        <translation>丢失请求</translation>
    </message>
    <message>
        <source>lose the reply</source>
        <translation>丢失应答</translation>
    </message>
    <message>
        <source>give up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>downgrade</source>
        <translation>降级</translation>
    </message>
    <message>
        <source>&amp;Undo step</source>
        <translation>撤销步骤(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo step</source>
        <translation>重做步骤(&amp;R)</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>What can happen now</source>
        <translation>接下来可能发生什么</translation>
    </message>
    <message>
        <source>Let steps happen by themselves, up to some moment</source>
        <translation>让步骤自动执行，直到某一时刻</translation>
    </message>
    <message>
        <source>The steps of this branch as a schedule, or what happened as a recording</source>
        <translation>把此分支的步骤存为调度，或把发生的事存为录制</translation>
    </message>
    <message>
        <source>In the order in which it was sent</source>
        <translation>按发送顺序</translation>
    </message>
    <message>
        <source>Each client in turn</source>
        <translation>各客户端轮流</translation>
    </message>
    <message>
        <source>At random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>until a client holds</source>
        <translation>直到有客户端持有</translation>
    </message>
    <message>
        <source>until one is woken</source>
        <translation>直到有客户端被唤醒</translation>
    </message>
    <message>
        <source>until something is wrong</source>
        <translation>直到出现问题</translation>
    </message>
    <message>
        <source>until only holders could go on</source>
        <translation>直到只有持有者能继续</translation>
    </message>
    <message>
        <source>Nothing happens any more.</source>
        <translation>不会再发生任何事。</translation>
    </message>
    <message>
        <source>It was to go on %1.</source>
        <translation>原定继续运行，%1。</translation>
    </message>
    <message>
        <source>Steps of this branch</source>
        <translation>此分支的步骤</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>命名…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Looking for an order that breaks it…</source>
        <translation>正在寻找会出错的顺序…</translation>
    </message>
    <message>
        <source>Find what breaks</source>
        <translation>查找出错的顺序</translation>
    </message>
    <message>
        <source>Goes through the orders in which these clients may run, until one breaks the lock</source>
        <translation>逐一尝试这些客户端可能的执行顺序，直到有一种破坏了锁</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Nothing happens by itself any more. Take a step back, or choose what goes wrong.</source>
        <translation>不会再自行发生任何事。可后退一步，或选择一个故障。</translation>
    </message>
    <message>
        <source>%1: nothing more</source>
        <translation>%1：没有后续步骤</translation>
    </message>
    <message>
        <source>Or: %1</source>
        <translation>或：%1</translation>
    </message>
    <message>
        <source>The beginning</source>
        <translation>开头</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n steps</source>
        <translation>
            <numerusform>%1 · %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Name of this branch:</source>
        <translation>此分支的名称：</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Two branches side by side: where they part, and how each ends</source>
        <translation>并排比较两个分支：在哪里分开，各自如何结束</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimeBar</name>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>One event &amp;back</source>
        <translation>后退一个事件(&amp;B)</translation>
    </message>
    <message>
        <source>One event &amp;forward</source>
        <translation>前进一个事件(&amp;F)</translation>
    </message>
    <message>
        <source>To the &amp;start</source>
        <translation>到开头(&amp;S)</translation>
    </message>
    <message>
        <source>To the &amp;end, live</source>
        <translation>到末尾，实时(&amp;E)</translation>
    </message>
    <message>
        <source>Book&amp;mark this instant…</source>
        <translation>为此刻添加书签(&amp;M)…</translation>
    </message>
    <message>
        <source>Bookmark bef&amp;ore</source>
        <translation>上一个书签(&amp;O)</translation>
    </message>
    <message>
        <source>Bookmark &amp;after</source>
        <translation>下一个书签(&amp;A)</translation>
    </message>
    <message>
        <source>Speed of playing</source>
        <translation>播放速度</translation>
    </message>
    <message>
        <source>How fast it is played, against how fast it was</source>
        <translation>播放速度，相对于实际发生的速度</translation>
    </message>
    <message>
        <source>%1 · event %2 of %3</source>
        <translation>%1 · 第 %2 个事件，共 %3 个</translation>
    </message>
    <message>
        <source>Since the first event that is kept; below, the instant itself
%1</source>
        <translation>自保留的第一个事件起的时间；下面是该时刻本身
%1</translation>
    </message>
    <message>
        <source>Return to live</source>
        <translation>返回实时</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Show the newest state again</source>
        <translation>重新显示最新状态</translation>
    </message>
    <message>
        <source>What is shown is the newest state</source>
        <translation>当前显示的就是最新状态</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>到末尾(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play on from here; at the end, from the start</source>
        <translation>从此处继续播放；已在末尾则从头播放</translation>
    </message>
    <message>
        <source>Play on from here; while live, the last ten seconds again</source>
        <translation>从此处继续播放；实时状态下则重播最后十秒</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Name of this instant, %1:</source>
        <translation>此时刻 %1 的名称：</translation>
    </message>
    <message>
        <source>Event %1</source>
        <translation>事件 %1</translation>
    </message>
    <message>
        <source>No bookmarks yet</source>
        <translation>尚无书签</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Show Lockscope’s own &amp;requests</source>
        <translation>显示 Lockscope 自己的请求(&amp;R)</translation>
    </message>
    <message>
        <source>Steps and the Journal also show when this program asked the servers</source>
        <translation>单步移动和日志也显示本程序何时询问了服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelinePanel</name>
    <message>
        <source>Show more time (−)</source>
        <translation>显示更长的时间 (−)</translation>
    </message>
    <message>
        <source>Show less time (+)</source>
        <translation>显示更短的时间 (+)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show all that happened (F)</source>
        <translation>显示发生的全部 (F)</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the present in view (L)</source>
        <translation>让当前时刻保持可见 (L)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save what is shown as SVG or PNG</source>
        <translation>把所显示的内容存为 SVG 或 PNG</translation>
    </message>
    <message>
        <source>Zoom in to see who woke whom.</source>
        <translation>放大可看到谁唤醒了谁。</translation>
    </message>
    <message>
        <source>Above: what the client believes. Below: what the server says.</source>
        <translation>上条：客户端所认为的。下条：服务器所说的。</translation>
    </message>
    <message>
        <source>Shift and drag measures.</source>
        <translation>按住 Shift 拖动可测量。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelinePictureText</name>
    <message numerus="yes">
        <source>and %n more lanes</source>
        <translation>
            <numerusform>另有 %n 条泳道</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Timeline of %1</source>
        <translation>%1 的时间线</translation>
    </message>
    <message>
        <source>Nothing has happened yet. Lanes come with the first contender or simulated client.</source>
        <translation>尚未发生任何事。出现第一个竞争者或模拟客户端后才有泳道。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n hand-overs</source>
        <translation>
            <numerusform>%n 次交接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>gives back</source>
        <translation>正在归还</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>连接断开</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>session over</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>for %1 so far</source>
        <translation>至今 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Belief:</source>
        <translation>自认：</translation>
    </message>
    <message>
        <source>Server:</source>
        <translation>服务器：</translation>
    </message>
    <message>
        <source>its turn, which it does not know</source>
        <translation>已轮到它，但它不知道</translation>
    </message>
    <message>
        <source>Link:</source>
        <translation>连接：</translation>
    </message>
    <message>
        <source>Two believe that they hold at once, and one excludes the other.</source>
        <translation>两个客户端同时自认为持有，而其中一个本应排除另一个。</translation>
    </message>
    <message>
        <source>for at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>No client has contended for %1 while it was watched.</source>
        <translation>监听 %1 期间，无人竞争过它。</translation>
    </message>
    <message>
        <source>is pending (it holds or waits)</source>
        <translation>待定（持有或等待）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimingPanel</name>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>No wait was seen from its beginning to its end yet.</source>
        <translation>尚未完整观察到一次等待。</translation>
    </message>
    <message>
        <source>Holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>No hold was seen from its beginning to its end yet.</source>
        <translation>尚未完整观察到一次持有。</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>No lock selected</source>
        <translation>未选择锁</translation>
    </message>
    <message>
        <source>Select a lock to see how often it changes hands, and how long its clients wait.</source>
        <translation>选择一个锁，查看它多久易手一次、客户端等待多久。</translation>
    </message>
    <message>
        <source>client %1, removed</source>
        <translation>客户端 %1，已移除</translation>
    </message>
    <message>
        <source>How long the clients that got the lock had waited for it. The axis is logarithmic.</source>
        <translation>获取到锁的客户端此前等了多久。坐标轴为对数刻度。</translation>
    </message>
    <message>
        <source>How long the clients that got the lock kept it. The axis is logarithmic.</source>
        <translation>获取到锁的客户端持有了多久。坐标轴为对数刻度。</translation>
    </message>
    <message>
        <source>No client has asked yet</source>
        <translation>尚无人请求</translation>
    </message>
    <message>
        <source>No client was seen to ask for %1 up to this instant.</source>
        <translation>到此时刻为止，未观察到有谁请求 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TrialDialog</name>
    <message>
        <source>Try your client</source>
        <translation>试验你的客户端</translation>
    </message>
    <message>
        <source>Runs a program of yours, in any language, as the clients of a lock, each behind a relay of its own, and says whether the lock held. Each process finds LOCKSCOPE_CONNECT, LOCKSCOPE_LOCK, LOCKSCOPE_CLIENT and LOCKSCOPE_ROUNDS in its environment, and says on standard output, one a line: acquired, released, lost, timed-out or failed.</source>
        <translation>把你的程序（任何语言）作为一把锁的客户端运行，每个进程各在自己的中继之后，并告诉你锁是否可靠。每个进程可在环境变量中找到 LOCKSCOPE_CONNECT、LOCKSCOPE_LOCK、LOCKSCOPE_CLIENT 和 LOCKSCOPE_ROUNDS，并在标准输出上每行输出一个词：acquired、released、lost、timed-out 或 failed。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>L&amp;eases</source>
        <translation>租约(&amp;E)</translation>
    </message>
    <message>
        <source>Split into words as a shell does: quotation marks keep words with spaces together</source>
        <translation>像 shell 那样拆分成词：引号把带空格的词保持为一个</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>选择程序</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>命令(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Lock</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>无限</translation>
    </message>
    <message>
        <source>How often each takes the lock; 0: until the time is over</source>
        <translation>每个客户端获取锁的次数；0：直到时间用完</translation>
    </message>
    <message>
        <source>&amp;Rounds of each</source>
        <translation>每个的轮数(&amp;R)</translation>
    </message>
    <message>
        <source>Processes of the command</source>
        <translation>该命令的进程数</translation>
    </message>
    <message>
        <source>Cl&amp;ients</source>
        <translation>客户端数(&amp;I)</translation>
    </message>
    <message>
        <source>What the lock promises, and so is judged as</source>
        <translation>锁所承诺的，也就是评判的依据</translation>
    </message>
    <message>
        <source>It &amp;promises</source>
        <translation>它承诺(&amp;P)</translation>
    </message>
    <message>
        <source>none; else one a line, as pause@0.02:500ms or crash@create-reply</source>
        <translation>无；否则每行一个，如 pause@0.02:500ms 或 crash@create-reply</translation>
    </message>
    <message>
        <source>&amp;Faults</source>
        <translation>故障(&amp;F)</translation>
    </message>
    <message>
        <source>a fresh one</source>
        <translation>新种子</translation>
    </message>
    <message>
        <source>A number: the same one draws the same faults at the same requests of each client</source>
        <translation>一个数字：相同的种子会在每个客户端的相同请求处抽取相同的故障</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>随机种子(&amp;D)</translation>
    </message>
    <message>
        <source>As 500ms, 60s, 5m or 1h</source>
        <translation>写作 500ms、60s、5m 或 1h</translation>
    </message>
    <message>
        <source>&amp;At most</source>
        <translation>最长(&amp;A)</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Add a fault</source>
        <translation>添加故障</translation>
    </message>
    <message>
        <source>SIGKILL to the process and all that it has started; it is started again</source>
        <translation>对进程及它所启动的一切发送 SIGKILL；之后重新启动</translation>
    </message>
    <message>
        <source>The process stands still for that time</source>
        <translation>进程在这段时间里停住</translation>
    </message>
    <message>
        <source>Nothing passes for that time, and both ends stay open</source>
        <translation>这段时间里什么都不通过，两端都保持打开</translation>
    </message>
    <message>
        <source>All that passes is so much later from then on</source>
        <translation>从此以后通过的一切都晚这么久</translation>
    </message>
    <message>
        <source>The request does not reach the server, and the connection breaks</source>
        <translation>请求到不了服务器，连接断开</translation>
    </message>
    <message>
        <source>The reply does not reach the client, and the connection breaks</source>
        <translation>应答到不了客户端，连接断开</translation>
    </message>
    <message>
        <source>The node is made, and the client does not hear of it</source>
        <translation>节点已创建，而客户端不知道</translation>
    </message>
    <message>
        <source>The server ends the session, as its timeout would</source>
        <translation>服务器结束会话，如同超时一样</translation>
    </message>
    <message>
        <source>Once for each client, when its node is there and it does not know</source>
        <translation>每个客户端一次：它的节点已在，而它还不知道时</translation>
    </message>
    <message>
        <source>Once for each client: that its node is gone is kept from it</source>
        <translation>每个客户端一次：不让它知道自己的节点已消失</translation>
    </message>
    <message>
        <source>Once for each client, as it asks for its second node</source>
        <translation>每个客户端一次：在它请求第二个节点时</translation>
    </message>
    <message>
        <source>A sandbox that is started for it.</source>
        <translation>为它启动的沙盒。</translation>
    </message>
    <message>
        <source>Start a sandbox and run</source>
        <translation>启动沙盒并运行</translation>
    </message>
    <message>
        <source>Name a command: each of its processes is a client.</source>
        <translation>请给出一个命令：它的每个进程就是一个客户端。</translation>
    </message>
    <message>
        <source>There is no program “%1”.</source>
        <translation>没有程序“%1”。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>%1 is not executable: make it so, or write before it what runs it, as python3.</source>
        <translation>%1 不可执行：请赋予执行权限，或在它前面写上运行它的程序，如 python3。</translation>
    </message>
    <message>
        <source>Name the lock by its path, as /app/lock.</source>
        <translation>请给出锁的路径，如 /app/lock。</translation>
    </message>
    <message>
        <source>The seed must be a whole number from 0 up, not “%1”; leave it empty for a fresh one.</source>
        <translation>随机种子必须是不小于 0 的整数，而不是“%1”；留空则用新种子。</translation>
    </message>
    <message>
        <source>A time, as 500ms, 60s, 5m or 1h, and at most 20 days.</source>
        <translation>请填时间，如 500ms、60s、5m 或 1h，最长 20 天。</translation>
    </message>
    <message>
        <source>Mend what is marked above.</source>
        <translation>请改正上面标出的内容。</translation>
    </message>
    <message>
        <source>The message waits until nothing else moves</source>
        <translation>该消息等待，直到别的都不再动</translation>
    </message>
    <message>
        <source>SIGKILL to the server that the client speaks to; it is started again</source>
        <translation>向客户端所连的服务器发送 SIGKILL；之后重新启动</translation>
    </message>
    <message>
        <source>Each of the lock’s messages waits until I let it pass</source>
        <translation>这把锁的每条消息都等待我放行</translation>
    </message>
    <message>
        <source>Also later, by Step in the panel Programs; the time rests meanwhile</source>
        <translation>之后也可以在“程序”面板中用“单步”切换；其间不计时限</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>单步(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TrialFlow</name>
    <message>
        <source>%1 is no ZooKeeper.</source>
        <translation>%1 不是 ZooKeeper。</translation>
    </message>
    <message>
        <source>%1 is a production ensemble: no other program’s client is tried there.</source>
        <translation>%1 是生产集群：不在那里试验其他程序的客户端。</translation>
    </message>
    <message>
        <source>The connection to %1 is observe-only: clients would write.</source>
        <translation>到 %1 的连接为仅观察：客户端会写入。</translation>
    </message>
    <message>
        <source>The client was not tried.</source>
        <translation>客户端未被试验。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::VerdictDialog</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 wrote %2</source>
        <translation>%1 写入了 %2</translation>
    </message>
    <message>
        <source>%1 wrote %2, as %3 had before</source>
        <translation>%1 写入了 %2，而 %3 此前已写入过</translation>
    </message>
    <message numerus="yes">
        <source>No lock was taken: %n went on at once</source>
        <translation>
            <numerusform>未获取锁：%n 次直接继续</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 acquired, %2 timed out, %3 failed</source>
        <translation>获取 %1 次，超时 %2 次，失败 %3 次</translation>
    </message>
    <message>
        <source>one hand-over, in %1</source>
        <translation>一次交接，用时 %1</translation>
    </message>
    <message>
        <source>Step %1 was not carried out</source>
        <translation>步骤 %1 未执行</translation>
    </message>
    <message>
        <source>%1 of %2 expectations not met</source>
        <translation>%2 项预期中有 %1 项不符</translation>
    </message>
    <message>
        <source>As expected without a lock</source>
        <translation>符合无锁时的预期</translation>
    </message>
    <message>
        <source>As expected</source>
        <translation>符合预期</translation>
    </message>
    <message>
        <source>Not as expected</source>
        <translation>不符合预期</translation>
    </message>
    <message>
        <source>Result of %1</source>
        <translation>%1 的结果</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Step %1, line %2: %3</source>
        <translation>步骤 %1，第 %2 行：%3</translation>
    </message>
    <message>
        <source>The scenario expects nothing in particular.</source>
        <translation>此场景没有特定的预期。</translation>
    </message>
    <message>
        <source>Expectations</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>met</source>
        <translation>符合</translation>
    </message>
    <message>
        <source>not met</source>
        <translation>不符</translation>
    </message>
    <message>
        <source>The order numbers as they were given out: each one once</source>
        <translation>按发放顺序列出的订单号：每个只发放一次</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes were left after all clients had closed.</source>
        <translation>
            <numerusform>所有客户端关闭后，残留 %n 个节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Save recording…</source>
        <translation>保存录制…</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%n hand-overs (median %1, slowest %2)</source>
        <translation>
            <numerusform>%n 次移交（中位数 %1，最慢 %2）</numerusform>
        </translation>
    </message>
    <message>
        <source>hand-over %1 (median), %2 (99th percentile)</source>
        <translation>移交 %1（中位数），%2（第 99 百分位）</translation>
    </message>
    <message>
        <source>each release woke one client</source>
        <translation>每次释放唤醒一个客户端</translation>
    </message>
    <message>
        <source>each release woke %1 clients on average</source>
        <translation>每次释放平均唤醒 %1 个客户端</translation>
    </message>
    <message>
        <source>The order numbers as they were given out; marked ones had been given out before</source>
        <translation>按发放顺序列出的订单号；有标记的此前已发放过</translation>
    </message>
    <message>
        <source>Nodes that were left could not be looked for.</source>
        <translation>无法检查是否有残留节点。</translation>
    </message>
    <message>
        <source>%1 of %2 order numbers had been given out before</source>
        <translation>%2 个订单号中有 %1 个此前已经发放过</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::VerdictView</name>
    <message>
        <source>It was stopped before its end: what is told here is not all.</source>
        <translation>试验在结束之前被停止：这里所说的并不完整。</translation>
    </message>
    <message>
        <source>Nothing was wrong: the lock held, and all got through.</source>
        <translation>没有问题：锁可靠，全部完成。</translation>
    </message>
    <message>
        <source>Not passed.</source>
        <translation>未通过。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Not passed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The fault before it:</source>
        <translation>在它之前的故障：</translation>
    </message>
    <message>
        <source>No fault came before it.</source>
        <translation>在它之前没有故障。</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>随机种子 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitList</name>
    <message>
        <source>still waits</source>
        <translation>仍在等待</translation>
    </message>
    <message>
        <source>left</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>Longest waits</source>
        <translation>最长的等待</translation>
    </message>
    <message>
        <source>Outlined and pale: still waits. Crossed out: left without the lock. A click selects the client that waited.</source>
        <translation>浅色空心：仍在等待。划去：未获取到锁就离开。点击可选中等待的客户端。</translation>
    </message>
    <message>
        <source>No client has waited yet.</source>
        <translation>尚无人等待过。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitSceneText</name>
    <message>
        <source>persistent node</source>
        <translation>持久节点</translation>
    </message>
    <message>
        <source>%1 waits in %2 for %3</source>
        <translation>%1 在 %2 中等待 %3</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>holder not known · %1 waiting</source>
        <translation>持有者未知 · %1 个等待</translation>
    </message>
    <message>
        <source>%1 held · %2 waiting</source>
        <translation>%1 个持有 · %2 个等待</translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n 个待定</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitingView</name>
    <message>
        <source>the watch event “%1” reaches %2</source>
        <translation>watch 事件“%1”到达 %2</translation>
    </message>
    <message>
        <source>%1 of %2 arrives</source>
        <translation>%2 的 %1 到达</translation>
    </message>
    <message>
        <source>%1 hears of its %2</source>
        <translation>%1 得知其 %2 的结果</translation>
    </message>
    <message>
        <source>A watch event is not lost: the client would ask for it again with its next connection</source>
        <translation>watch 事件不会丢失：客户端在下一个连接上会重新要求它</translation>
    </message>
    <message>
        <source>The request does not reach the server, and the connection breaks</source>
        <translation>请求到不了服务器，连接断开</translation>
    </message>
    <message>
        <source>The reply does not reach the client, and the connection breaks</source>
        <translation>应答到不了客户端，连接断开</translation>
    </message>
    <message>
        <source>Let it pass</source>
        <translation>放行</translation>
    </message>
    <message>
        <source>Lose it</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Messages that wait</source>
        <translation>等待的消息</translation>
    </message>
    <message>
        <source>The chosen one goes on its way (Enter; 1 to 9 of the first nine)</source>
        <translation>所选消息继续前行（Enter；前九条可按 1 到 9）</translation>
    </message>
    <message>
        <source>Messages pass as they come.</source>
        <translation>消息来了就放行。</translation>
    </message>
    <message>
        <source>None of the lock’s messages waits.</source>
        <translation>这把锁没有消息在等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Workspace</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>舞台</translation>
    </message>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>程序</translation>
    </message>
</context>
</TS>
