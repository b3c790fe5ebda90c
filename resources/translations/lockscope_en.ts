<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>lockscope::Text</name>
    <message numerus="yes">
        <source>It begins with what was the case then, %n events; what was before is not in it.</source>
        <translation>
            <numerusform>It begins with what was the case then, %n event; what was before is not in it.</numerusform>
            <numerusform>It begins with what was the case then, %n events; what was before is not in it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %1: %n reads to go</source>
        <translation>
            <numerusform>Reading %1: %n read to go</numerusform>
            <numerusform>Reading %1: %n reads to go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is live, but its reading was cancelled: %n directories watched</source>
        <translation>
            <numerusform>%1 is live, but its reading was cancelled: %n directory watched</numerusform>
            <numerusform>%1 is live, but its reading was cancelled: %n directories watched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is live: %n directories watched</source>
        <translation>
            <numerusform>%1 is live: %n directory watched</numerusform>
            <numerusform>%1 is live: %n directories watched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 not: the budget is %n watches</source>
        <translation>
            <numerusform>%1, %2 not: the budget is %n watch</numerusform>
            <numerusform>%1, %2 not: the budget is %n watches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes came</source>
        <translation>
            <numerusform>%n node came</numerusform>
            <numerusform>%n nodes came</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes went</source>
        <translation>
            <numerusform>%n node went</numerusform>
            <numerusform>%n nodes went</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes came and went unseen</source>
        <translation>
            <numerusform>%n node came and went unseen</numerusform>
            <numerusform>%n nodes came and went unseen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no change, %n children</source>
        <translation>
            <numerusform>no change, %n child</numerusform>
            <numerusform>no change, %n children</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watched paths</source>
        <translation>
            <numerusform>%n watched path</numerusform>
            <numerusform>%n watched paths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients are more than one program can run: at most %1.</source>
        <translation>
            <numerusform>%n client is more than one program can run: at most %1.</numerusform>
            <numerusform>%n clients are more than one program can run: at most %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds a sandbox of %n servers: start it with as many, or choose another directory.</source>
        <translation>
            <numerusform>%1 holds a sandbox of %n server: start it with as many, or choose another directory.</numerusform>
            <numerusform>%1 holds a sandbox of %n servers: start it with as many, or choose another directory.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>**Plan:** delete these %n nodes in one transaction, if each is still the same by path, czxid and owner.</source>
        <translation>
            <numerusform>**Plan:** delete this node in one transaction, if it is still the same by path, czxid and owner.</numerusform>
            <numerusform>**Plan:** delete these %n nodes in one transaction, if each is still the same by path, czxid and owner.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>- lock %1 (%2): %n contenders, %3 holding, %4 waiting</source>
        <translation>
            <numerusform>- lock %1 (%2): %n contender, %3 holding, %4 waiting</numerusform>
            <numerusform>- lock %1 (%2): %n contenders, %3 holding, %4 waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further servers of the ensemble</source>
        <translation>
            <numerusform>%n further server of the ensemble</numerusform>
            <numerusform>%n further servers of the ensemble</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are more than %n nodes, and of the rest only the names are read: choose a narrower root to see them in full.</source>
        <translation>
            <numerusform>There are more than %n node, and of the rest only the names are read: choose a narrower root to see them in full.</numerusform>
            <numerusform>There are more than %n nodes, and of the rest only the names are read: choose a narrower root to see them in full.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n holder</numerusform>
            <numerusform>%n holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more, further back</source>
        <translation>
            <numerusform>and %n more, further back</numerusform>
            <numerusform>and %n more, further back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events before these are not listed.</source>
        <translation>
            <numerusform>%n event before these is not listed.</numerusform>
            <numerusform>%n events before these are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events after these are not listed.</source>
        <translation>
            <numerusform>%n event after these is not listed.</numerusform>
            <numerusform>%n events after these are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations are more than fit into one transaction: nothing was sent. Take fewer at a time.</source>
        <translation>
            <numerusform>%n operation is more than fits into one transaction: nothing was sent.</numerusform>
            <numerusform>%n operations are more than fit into one transaction: nothing was sent. Take fewer at a time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiters</source>
        <translation>
            <numerusform>%n waiter</numerusform>
            <numerusform>%n waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Held for %1 while %n wait: the holder works long, is stuck, or has forgotten the lock.</source>
        <translation>
            <numerusform>Held for %1 while %n waits: the holder works long, is stuck, or has forgotten the lock.</numerusform>
            <numerusform>Held for %1 while %n wait: the holder works long, is stuck, or has forgotten the lock.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleting the nodes does not stop their %n owners.</source>
        <translation>
            <numerusform>Deleting the nodes does not stop their %n owner.</numerusform>
            <numerusform>Deleting the nodes does not stop their %n owners.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n believe that they hold</source>
        <translation>
            <numerusform>%n believes that it holds</numerusform>
            <numerusform>%n believe that they hold</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The database reports for %1: %n connections wait</source>
        <translation>
            <numerusform>The database reports for %1: %n connection waits</numerusform>
            <numerusform>The database reports for %1: %n connections wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a transaction of %n parts was answered with another number</source>
        <translation>
            <numerusform>a transaction of %n part was answered with another number</numerusform>
            <numerusform>a transaction of %n parts was answered with another number</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are nodes more than %n levels below the root, which are not read: choose a root further down to see them.</source>
        <translation>
            <numerusform>There are nodes more than %n level below the root, which are not read: choose a root further down to see them.</numerusform>
            <numerusform>There are nodes more than %n levels below the root, which are not read: choose a root further down to see them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rounds each</source>
        <translation>
            <numerusform>%n round each</numerusform>
            <numerusform>%n rounds each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 said %n lines that are no words of the protocol, the first “%2”.</source>
        <translation>
            <numerusform>%1 said one line that is no word of the protocol: “%2”.</numerusform>
            <numerusform>%1 said %n lines that are no words of the protocol, the first “%2”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line 1: its first %n events should state what was the case when it began, and there are only %2: it was edited, or its end is missing.</source>
        <translation>
            <numerusform>%1, line 1: its first event should state what was the case when it began, and there are only %2: it was edited, or its end is missing.</numerusform>
            <numerusform>%1, line 1: its first %n events should state what was the case when it began, and there are only %2: it was edited, or its end is missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the header says that the first %n events state what was the case when the recording began, but this one states what happened</source>
        <translation>
            <numerusform>the header says that the first event states what was the case when the recording began, but this one states what happened</numerusform>
            <numerusform>the header says that the first %n events state what was the case when the recording began, but this one states what happened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions ended with an error.</source>
        <translation>
            <numerusform>%n acquisition ended with an error.</numerusform>
            <numerusform>%n acquisitions ended with an error.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions timed out.</source>
        <translation>
            <numerusform>%n acquisition timed out.</numerusform>
            <numerusform>%n acquisitions timed out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions were served, and no rule was broken.</source>
        <translation>
            <numerusform>%n acquisition was served, and no rule was broken.</numerusform>
            <numerusform>%n acquisitions were served, and no rule was broken.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A part of a longer history: %n events are not on this page.</source>
        <translation>
            <numerusform>A part of a longer history: %n event is not on this page.</numerusform>
            <numerusform>A part of a longer history: %n events are not on this page.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is a directory with %n nodes, and no contender of a lock. A release takes the path of a contender&apos;s node: lockscope-cli queue %1 shows who stands there.</source>
        <translation>
            <numerusform>%1 is a directory with 1 node, and no contender of a lock. A release takes the path of a contender&apos;s node: lockscope-cli queue %1 shows who stands there.</numerusform>
            <numerusform>%1 is a directory with %n nodes, and no contender of a lock. A release takes the path of a contender&apos;s node: lockscope-cli queue %1 shows who stands there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n numbers had been given out before.</source>
        <translation>
            <numerusform>%n number had been given out before.</numerusform>
            <numerusform>%n numbers had been given out before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>each of %n numbers was given out once.</source>
        <translation>
            <numerusform>the one number was given out once.</numerusform>
            <numerusform>each of %n numbers was given out once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquisitions were served.</source>
        <translation>
            <numerusform>%n acquisition was served.</numerusform>
            <numerusform>%n acquisitions were served.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n numbers had been given out before.</source>
        <translation>
            <numerusform>%1 of %n number had been given out before.</numerusform>
            <numerusform>%1 of %n numbers had been given out before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, of %n not known</source>
        <translation>
            <numerusform>%1, of %n not known</numerusform>
            <numerusform>%1, of %n not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The scenario needs %1 for itself, but there is %2 (%n nodes).</source>
        <translation>
            <numerusform>The scenario needs %1 for itself, but there is %2 (%n node).</numerusform>
            <numerusform>The scenario needs %1 for itself, but there is %2 (%n nodes).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fencing tokens of %n more were too old: the resource refused them.</source>
        <translation>
            <numerusform>The fencing token of %n more was too old: the resource refused it.</numerusform>
            <numerusform>The fencing tokens of %n more were too old: the resource refused them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n servers have the key %2</source>
        <translation>
            <numerusform>%1 of %n server has the key %2</numerusform>
            <numerusform>%1 of %n servers have the key %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BranchComparison</name>
    <message numerus="yes">
        <source>The same %n steps</source>
        <translation>
            <numerusform>The same step</numerusform>
            <numerusform>The same %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wake-ups</source>
        <translation>
            <numerusform>%n wake-up</numerusform>
            <numerusform>%n wake-ups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientActions</name>
    <message numerus="yes">
        <source>%1 (%n clients)</source>
        <translation>
            <numerusform>%1 (%n client)</numerusform>
            <numerusform>%1 (%n clients)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsModel</name>
    <message numerus="yes">
        <source>entered %n times</source>
        <translation>
            <numerusform>entered once</numerusform>
            <numerusform>entered %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n acquired</source>
        <translation>
            <numerusform>%n acquired</numerusform>
            <numerusform>%n acquired</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch events</source>
        <translation>
            <numerusform>%n watch event</numerusform>
            <numerusform>%n watch events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watches held</source>
        <translation>
            <numerusform>%n watch held</numerusform>
            <numerusform>%n watches held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n fault</numerusform>
            <numerusform>%n faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>entered %n times, by %1 threads</source>
        <translation>
            <numerusform>entered once, by %1 threads</numerusform>
            <numerusform>entered %n times, by %1 threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsPanel</name>
    <message numerus="yes">
        <source>%1
%n of the selected clients</source>
        <translation>
            <numerusform>%1
%n of the selected clients</numerusform>
            <numerusform>%1
%n of the selected clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n fault</numerusform>
            <numerusform>%n faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch events</source>
        <translation>
            <numerusform>%n watch event</numerusform>
            <numerusform>%n watch events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n leavings</source>
        <translation>
            <numerusform>%n leaving</numerusform>
            <numerusform>%n leavings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wake-ups by them</source>
        <translation>
            <numerusform>%n wake-up by them</numerusform>
            <numerusform>%n wake-ups by them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n closed clients</source>
        <translation>
            <numerusform>Remove %n closed client</numerusform>
            <numerusform>Remove %n closed clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CostTable</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DiscoveryBar</name>
    <message numerus="yes">
        <source>%n directories are beyond the budget of watches: they are read in turn, locks within 30 s.</source>
        <translation>
            <numerusform>%n directory is beyond the budget of watches: it is read in turn, locks within 30 s.</numerusform>
            <numerusform>%n directories are beyond the budget of watches: they are read in turn, locks within 30 s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DuelStage</name>
    <message numerus="yes">
        <source>%n numbers given out</source>
        <translation>
            <numerusform>%n number given out</numerusform>
            <numerusform>%n numbers given out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them duplicates</source>
        <translation>
            <numerusform>%1, %n of them a duplicate</numerusform>
            <numerusform>%1, %n of them duplicates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n refused</source>
        <translation>
            <numerusform>%1, %n refused</numerusform>
            <numerusform>%1, %n refused</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExportFlow</name>
    <message numerus="yes">
        <source>It has the %1 events around the instant that is shown; %n others are left out.</source>
        <translation>
            <numerusform>It has the %1 events around the instant that is shown; %n other is left out.</numerusform>
            <numerusform>It has the %1 events around the instant that is shown; %n others are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FairnessChart</name>
    <message numerus="yes">
        <source>One asked, and had the lock %n times.</source>
        <translation>
            <numerusform>One asked, and had the lock once.</numerusform>
            <numerusform>One asked, and had the lock %n times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each of %1 had the lock %n times.</source>
        <translation>
            <numerusform>Each of %1 had the lock once.</numerusform>
            <numerusform>Each of %1 had the lock %n times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 were served before their turn</source>
        <translation>
            <numerusform>%n of %1 was served before its turn</numerusform>
            <numerusform>%n of %1 were served before their turn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, past %n who waited.</source>
        <translation>
            <numerusform>%1, past %n who waited.</numerusform>
            <numerusform>%1, past %n who waited.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsPanel</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The names and Stats of %n locks were checked.</source>
        <translation>
            <numerusform>The names and Stats of %n lock were checked.</numerusform>
            <numerusform>The names and Stats of %n locks were checked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The names, Stats, sessions and watches of %n locks were checked.</source>
        <translation>
            <numerusform>The names, Stats, sessions and watches of %n lock were checked.</numerusform>
            <numerusform>The names, Stats, sessions and watches of %n locks were checked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n findings are about other locks.</source>
        <translation>
            <numerusform>%n finding is about another lock.</numerusform>
            <numerusform>%n findings are about other locks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsStrip</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more findings</source>
        <translation>
            <numerusform>%n more finding</numerusform>
            <numerusform>%n more findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FormatText</name>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GraphPainterText</name>
    <message numerus="yes">
        <source>+%n more holders</source>
        <translation>
            <numerusform>+%n more holder</numerusform>
            <numerusform>+%n more holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>+%n more waiters</source>
        <translation>
            <numerusform>+%n more waiter</numerusform>
            <numerusform>+%n more waiters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GraphPanel</name>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks</source>
        <translation>
            <numerusform>%n lock</numerusform>
            <numerusform>%n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deadlocks: none of these sessions is served until one gives up.</source>
        <translation>
            <numerusform>Deadlock: none of these sessions is served until one gives up.</numerusform>
            <numerusform>%n deadlocks: none of these sessions is served until one gives up.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more contenders folded</source>
        <translation>
            <numerusform>%n more contender folded</numerusform>
            <numerusform>%n more contenders folded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more locks with waiters not drawn</source>
        <translation>
            <numerusform>%n more lock with waiters not drawn</numerusform>
            <numerusform>%n more locks with waiters not drawn</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GraphView</name>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks</source>
        <translation>
            <numerusform>%n lock</numerusform>
            <numerusform>%n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deadlocks</source>
        <translation>
            <numerusform>%n deadlock</numerusform>
            <numerusform>%n deadlocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HerdGauge</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HolderCard</name>
    <message numerus="yes">
        <source>It owns %n other ephemeral nodes.</source>
        <translation>
            <numerusform>It owns %n other ephemeral node.</numerusform>
            <numerusform>It owns %n other ephemeral nodes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::JournalPanel</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LessonList</name>
    <message numerus="yes">
        <source>%n pages</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockFactsText</name>
    <message numerus="yes">
        <source>%n readers</source>
        <translation>
            <numerusform>%n reader</numerusform>
            <numerusform>%n readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n holder</numerusform>
            <numerusform>%n holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksModel</name>
    <message numerus="yes">
        <source>%n findings below</source>
        <translation>
            <numerusform>%n finding below</numerusform>
            <numerusform>%n findings below</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n findings</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksPanel</name>
    <message numerus="yes">
        <source>%n locks</source>
        <translation>
            <numerusform>%n lock</numerusform>
            <numerusform>%n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n groups</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ephemeral nodes</source>
        <translation>
            <numerusform>%n ephemeral node</numerusform>
            <numerusform>%n ephemeral nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Menus</name>
    <message numerus="yes">
        <source>&amp;%n servers</source>
        <translation>
            <numerusform>&amp;%n server</numerusform>
            <numerusform>&amp;%n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ModelPage</name>
    <message numerus="yes">
        <source>%n executions</source>
        <translation>
            <numerusform>%n execution</numerusform>
            <numerusform>%n executions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n clients</source>
        <translation>
            <numerusform>%1, %n client</numerusform>
            <numerusform>%1, %n clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::NodeText</name>
    <message numerus="yes">
        <source>‹%n bytes›</source>
        <translation>
            <numerusform>‹%n byte›</numerusform>
            <numerusform>‹%n bytes›</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OutputModel</name>
    <message numerus="yes">
        <source>%n lines came too fast and are left out.</source>
        <translation>
            <numerusform>%n line came too fast and is left out.</numerusform>
            <numerusform>%n lines came too fast and are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PresentCaption</name>
    <message numerus="yes">
        <source>No client holds the lock; %n wait.</source>
        <translation>
            <numerusform>No client holds the lock; 1 waits.</numerusform>
            <numerusform>No client holds the lock; %n wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients hold the lock.</source>
        <translation>
            <numerusform>1 client holds the lock.</numerusform>
            <numerusform>%n clients hold the lock.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 clients hold the lock, %n wait.</source>
        <translation>
            <numerusform>%1 clients hold the lock, 1 waits.</numerusform>
            <numerusform>%1 clients hold the lock, %n wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock, %n wait.</source>
        <translation>
            <numerusform>%1 holds the lock, 1 waits.</numerusform>
            <numerusform>%1 holds the lock, %n wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock, %2 and others are next of %n that wait.</source>
        <translation>
            <numerusform>%1 holds the lock, %2 is next.</numerusform>
            <numerusform>%1 holds the lock, %2 and others are next of %n that wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock, %2 is next of %n that wait.</source>
        <translation>
            <numerusform>%1 holds the lock, %2 is next.</numerusform>
            <numerusform>%1 holds the lock, %2 is next of %n that wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds the lock; of %n others it is not known whether they wait.</source>
        <translation>
            <numerusform>%1 holds the lock; of one other it is not known whether it waits.</numerusform>
            <numerusform>%1 holds the lock; of %n others it is not known whether they wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has died, its lock is still there, and %n wait for it.</source>
        <translation>
            <numerusform>%1 has died, its lock is still there, and %n waits for it.</numerusform>
            <numerusform>%1 has died, its lock is still there, and %n wait for it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfilesText</name>
    <message numerus="yes">
        <source>%1 has %n children.</source>
        <translation>
            <numerusform>%1 has %n child.</numerusform>
            <numerusform>%1 has %n children.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProgramsModel</name>
    <message numerus="yes">
        <source>Started %n times</source>
        <translation>
            <numerusform>Started %n time</numerusform>
            <numerusform>Started %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProgramsPanel</name>
    <message numerus="yes">
        <source>%n rounds</source>
        <translation>
            <numerusform>%n round</numerusform>
            <numerusform>%n rounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run</source>
        <translation>
            <numerusform>%n runs</numerusform>
            <numerusform>%n run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueHeader</name>
    <message numerus="yes">
        <source>no queue on the server: %n listen for its release</source>
        <translation>
            <numerusform>no queue on the server: %n listens for its release</numerusform>
            <numerusform>no queue on the server: %n listen for its release</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held</source>
        <translation>
            <numerusform>%n held</numerusform>
            <numerusform>%n held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waited</source>
        <translation>
            <numerusform>%n waited</numerusform>
            <numerusform>%n waited</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n believe they hold</source>
        <translation>
            <numerusform>%n believes it holds</numerusform>
            <numerusform>%n believe they hold</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n holder</numerusform>
            <numerusform>%n holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueuePanel</name>
    <message numerus="yes">
        <source>%n contenders</source>
        <translation>
            <numerusform>%n contender</numerusform>
            <numerusform>%n contenders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other nodes</source>
        <translation>
            <numerusform>%n other node</numerusform>
            <numerusform>%n other nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RateChart</name>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n in all</numerusform>
            <numerusform>%n in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecipeReadingText</name>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordingFlow</name>
    <message numerus="yes">
        <source>Saved %n events to %1</source>
        <translation>
            <numerusform>Saved %n event to %1</numerusform>
            <numerusform>Saved %n events to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n events are not kept any more: it begins with what was the case after them.</source>
        <translation>
            <numerusform>The first event is not kept any more: it begins with what was the case after it.</numerusform>
            <numerusform>The first %n events are not kept any more: it begins with what was the case after them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events have come since the recording was saved.</source>
        <translation>
            <numerusform>%n event has come since the recording was saved.</numerusform>
            <numerusform>%n events have come since the recording was saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseDialog</name>
    <message numerus="yes">
        <source>&amp;Delete these %n nodes</source>
        <translation>
            <numerusform>&amp;Delete this node</numerusform>
            <numerusform>&amp;Delete these %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes are gone.</source>
        <translation>
            <numerusform>%n node is gone.</numerusform>
            <numerusform>%n nodes are gone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseFacts</name>
    <message numerus="yes">
        <source>Delete %n nodes of %1 together?</source>
        <translation>
            <numerusform>Delete %n node of %1?</numerusform>
            <numerusform>Delete %n nodes of %1 together?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %1 nodes of %n locks together?</source>
        <translation>
            <numerusform>Delete %1 nodes of %n lock together?</numerusform>
            <numerusform>Delete %1 nodes of %n locks together?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others, order unchanged</source>
        <translation>
            <numerusform>%n other, order unchanged</numerusform>
            <numerusform>%n others, order unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not known; %n sessions watch the node</source>
        <translation>
            <numerusform>not known; %n session watches the node</numerusform>
            <numerusform>not known; %n sessions watch the node</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Selection</name>
    <message numerus="yes">
        <source>Release these %n nodes…</source>
        <translation>
            <numerusform>Release this node…</numerusform>
            <numerusform>Release these %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %n node paths</source>
        <translation>
            <numerusform>Copy %n node path</numerusform>
            <numerusform>Copy %n node paths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %n sessions</source>
        <translation>
            <numerusform>Copy %n session</numerusform>
            <numerusform>Copy %n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %n addresses</source>
        <translation>
            <numerusform>Copy %n address</numerusform>
            <numerusform>Copy %n addresses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServersPanel</name>
    <message numerus="yes">
        <source>%n servers do not answer.</source>
        <translation>
            <numerusform>%n server does not answer.</numerusform>
            <numerusform>%n servers do not answer.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionController</name>
    <message numerus="yes">
        <source>Sandbox · %n servers</source>
        <translation>
            <numerusform>Sandbox · %n server</numerusform>
            <numerusform>Sandbox · %n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n servers</source>
        <translation>
            <numerusform>%1, %n server</numerusform>
            <numerusform>%1, %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SpawnFlow</name>
    <message numerus="yes">
        <source>Starting %n clients…</source>
        <translation>
            <numerusform>Starting a client…</numerusform>
            <numerusform>Starting %n clients…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StageDrawingText</name>
    <message numerus="yes">
        <source>on %1 of %n servers</source>
        <translation>
            <numerusform>on %1 of %n server</numerusform>
            <numerusform>on %1 of %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StartPage</name>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>Start %n server</numerusform>
            <numerusform>%n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StepsPanel</name>
    <message numerus="yes">
        <source>%1 · %n steps</source>
        <translation>
            <numerusform>%1 · %n step</numerusform>
            <numerusform>%1 · %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelinePictureText</name>
    <message numerus="yes">
        <source>and %n more lanes</source>
        <translation>
            <numerusform>and %n more lane</numerusform>
            <numerusform>and %n more lanes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineView</name>
    <message numerus="yes">
        <source>%n hand-overs</source>
        <translation>
            <numerusform>%n hand-over</numerusform>
            <numerusform>%n hand-overs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::VerdictDialog</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes were left after all clients had closed.</source>
        <translation>
            <numerusform>%n node was left after all clients had closed.</numerusform>
            <numerusform>%n nodes were left after all clients had closed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No lock was taken: %n went on at once</source>
        <translation>
            <numerusform>No lock was taken: %n went on at once</numerusform>
            <numerusform>No lock was taken: %n went on at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hand-overs (median %1, slowest %2)</source>
        <translation>
            <numerusform>%n hand-over (median %1, slowest %2)</numerusform>
            <numerusform>%n hand-overs (median %1, slowest %2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitSceneText</name>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
</context>
</TS>
